import { calls, type Webhook } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { formText } from '#text/forms.ts';
import { listText } from '#text/lists.ts';
import { webhooksText } from '#text/webhooks.ts';
import { Facts } from '#ui/facts.tsx';
import { Form } from '#ui/form.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { useRecordForm } from '#ui/use-record-form.tsx';
import { WebhookFields, type WebhookValues, webhookFieldsSchema } from './webhook-fields.tsx';

/** Where a webhook is and what it is told. */
export function WebhookDetails({ webhook, etag }: { webhook: Webhook; etag: string | null }) {
  const { id, url, description, events, enabled } = webhook;
  const { form, conflict, headers, onStale } = useRecordForm<WebhookValues>({
    values: { url, description, events },
    version: etag,
    updatedOn: webhook['updated-on'],
    changes: () => null,
    reload: () => refresh('webhook'),
    schema: webhookFieldsSchema,
  });
  const update = async (values: WebhookValues): Promise<void> => {
    await client.send(calls.updateWebhook, { params: { id }, body: { ...values, enabled }, headers });
    await refresh('webhook');
    toastSuccess(webhooksText.updated);
  };
  return (
    <>
      {!enabled && (
        <Notice tone="gray" role="status" className="kh-gap-below">
          {webhooksText.pausedNote}
        </Notice>
      )}
      <Panel>
        <Form
          form={form}
          onSubmit={update}
          submitLabel={formText.update}
          busyLabel={formText.updating}
          note={conflict}
          onStale={onStale}
        >
          <WebhookFields form={form} />
        </Form>
      </Panel>
      <Panel>
        <Facts
          facts={[
            { label: listText.createdOn, value: <RelativeDate value={webhook['created-on']} /> },
            { label: listText.updatedOn, value: <RelativeDate value={webhook['updated-on']} /> },
          ]}
        />
      </Panel>
    </>
  );
}
