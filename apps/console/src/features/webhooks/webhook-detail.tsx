import type { Webhook } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Version } from '#api/change.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { webhookQuery } from '#api/webhooks.ts';
import { RecordPage } from '#routing/record-page.tsx';
import { webhooksText } from '#text/webhooks.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { setWebhookEnabled, testWebhook } from './webhooks.data.ts';
import { webhooksPath } from './webhooks.paths.ts';

export const loader = screenLoader((_, id) => webhookQuery(id));

const back = { to: webhooksPath, label: webhooksText.back };

export default function WebhookDetail() {
  return (
    <RecordPage query={webhookQuery} item="webhook" title={webhooksText.title} back={back} content={LoadedWebhook} />
  );
}

function LoadedWebhook({ of }: { of: Version<Webhook> }) {
  const webhook = of.item;
  const { url, enabled, failures } = webhook;
  const { busy, error, run } = useRun();
  const toggle = ({ detail: clicks }: MouseEvent): void => {
    // The second click of a double click would undo the first.
    if (clicks < 2) void run(() => setWebhookEnabled({ base: webhook, etag: of.etag, intent: !enabled }));
  };
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
            <Button aria-busy={busy} onClick={toggle}>
              {enabled ? webhooksText.pause : webhooksText.resume}
            </Button>
          </Group>
        }
        back={back}
      />
      <ErrorAlert error={error} />
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
