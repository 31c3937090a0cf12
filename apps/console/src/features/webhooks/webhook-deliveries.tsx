import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import { useState } from 'react';
import { useList } from '#api/use-list.ts';
import { deliveriesSource } from '#api/webhooks.ts';
import { deliveriesText, webhooksText } from '#text/webhooks.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { answerOf } from './webhook-state.tsx';
import { resendDelivery } from './webhooks.data.ts';

/** The deliveries of a webhook. */
export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  const { busy, error, run } = useRun();
  const resend = (delivery: WebhookDelivery): void => void run(() => resendDelivery({ webhook: id, delivery }));
  const columns = deliveryColumns({ onShow: setOpened, onResend: enabled ? resend : null });
  const list = useList(deliveriesSource(id), columns, 'age');
  // A newer one may push it off the page while it is looked at.
  const shown = (list.rows ?? list.serverRows?.shown?.rows)?.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <>
      {!enabled && (
        <Notice tone="gray" role="status" mb="md">
          {webhooksText.pausedNote}
        </Notice>
      )}
      <ErrorAlert error={error} />
      <DataTable
        label="deliveries"
        {...list}
        texts={texts}
        empty={{ title: deliveriesText.noneTitle, hint: deliveriesText.noneHint }}
      />
      <DeliveryDialog delivery={shown} onClose={() => setOpened(null)} onResend={enabled ? resend : null} busy={busy} />
    </>
  );
}

function texts(delivery: WebhookDelivery): string[] {
  return [delivery.type, deliveriesText.statuses[delivery.status], answerOf(delivery), delivery.body];
}
