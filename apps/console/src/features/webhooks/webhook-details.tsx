import { resources, textsIn, type Webhook } from '@keyhold/contract';
import type { Version } from '#api/change.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { fieldNames } from '#text/fields.ts';
import { webhooksText } from '#text/webhooks.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { WebhookFields, type WebhookValues, webhookFieldsSchema } from './webhook-fields.tsx';
import { updateWebhook } from './webhooks.data.ts';

export function WebhookDetails({ of }: { of: Version<Webhook> }) {
  const webhook = of.item;
  return (
    <>
      {!webhook.enabled && (
        <Notice tone="gray" role="status" mb="md">
          {webhooksText.pausedNote}
        </Notice>
      )}
      <Panel>
        <RecordForm of={of} valuesOf={valuesOf} labels={fieldNames} schema={webhookFieldsSchema} save={updateWebhook}>
          {(form) => <WebhookFields form={form} />}
        </RecordForm>
      </Panel>
      <Panel>
        <Facts facts={recordDates(webhook)} />
      </Panel>
    </>
  );
}

function valuesOf(webhook: Webhook): WebhookValues {
  return { ...textsIn(resources.webhook, webhook), events: webhook.events };
}
