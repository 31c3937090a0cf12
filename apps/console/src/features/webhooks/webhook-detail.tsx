import { calls, resources, textsIn, type Webhook } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import { fieldNames } from '#i18n/text/general.ts';
import { webhooksText } from '#i18n/text/licensing.ts';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { useSecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookFields } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';
import {
  currentWebhook,
  renewSecret,
  setWebhookEnabled,
  testWebhook,
  updateWebhook,
  type WebhookValues,
  webhookQuery,
} from './webhooks.data.ts';
import { webhooksPath } from './webhooks.paths.ts';

export const loader = screenLoader((_, id) => webhookQuery(id));

export default function WebhookDetail() {
  return (
    <RecordPage
      query={webhookQuery}
      kind="webhook"
      words={webhooksText}
      listPath={webhooksPath}
      content={LoadedWebhook}
    />
  );
}

function LoadedWebhook({ of }: { of: Version<Webhook> }) {
  const webhook = of.item;
  const { url, enabled, failures } = webhook;
  const { busy, error, run } = useRun();
  return (
    <>
      <PageHeader
        title={url}
        aside={
          <>
            <WebhookState webhook={webhook} />
            {webhook['every-account'] && <Badge tone="blue">{webhooksText.everyAccountBadge}</Badge>}
          </>
        }
        under={enabled && failures > 0 ? webhooksText.failures({ count: failures }) : undefined}
        action={
          <Group gap="sm">
            {enabled && (
              <Button aria-busy={busy} onClick={() => void run(() => testWebhook(webhook))}>
                {webhooksText.test}
              </Button>
            )}
            <ConfirmButton
              words={enabled ? webhooksText.pause : webhooksText.resume}
              danger={enabled}
              change={{ ...of, intent: { enabled: !enabled } }}
              send={setWebhookEnabled}
              current={() => currentWebhook(webhook)}
            />
          </Group>
        }
      />
      <ErrorAlert error={error} />
      {!enabled && (
        <Notice tone="gray" mb="md">
          {webhooksText.pausedNote}
        </Notice>
      )}
      <ScreenTabs
        label={webhooksText.title}
        tabs={[
          { id: 'details', label: webhooksText.details, content: <WebhookDetails of={of} /> },
          { id: 'deliveries', label: webhooksText.deliveries, content: <WebhookDeliveries webhook={webhook} /> },
          { id: 'secret', label: webhooksText.secret, content: <WebhookSecret webhook={webhook} /> },
        ]}
      />
    </>
  );
}

const schema = calls.updateWebhook.body;

function WebhookDetails({ of }: { of: Version<Webhook> }) {
  return (
    <SplitPanels side={<Facts facts={recordDates(of.item)} />}>
      <RecordForm of={of} valuesOf={valuesOf} labels={fieldNames} schema={schema} save={updateWebhook}>
        {(form) => <WebhookFields form={form} />}
      </RecordForm>
    </SplitPanels>
  );
}

function valuesOf(webhook: Webhook): WebhookValues {
  return { ...textsIn(resources.webhook, webhook), events: webhook.events };
}

/** Replaces the secret that signs the deliveries of a webhook. */
function WebhookSecret({ webhook }: { webhook: Webhook }) {
  const showSecret = useSecretDialog(webhooksText);
  return (
    <SplitPanels>
      <Text maw="72ch" mb={14}>
        {webhooksText.secretAbout}
      </Text>
      <ConfirmButton
        words={{ title: webhooksText.renew, body: webhooksText.renewBody, confirm: webhooksText.renewConfirm }}
        send={async () => showSecret((await renewSecret(webhook)).secret)}
      />
    </SplitPanels>
  );
}
