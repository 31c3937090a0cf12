import { calls, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { listingQuery, useList } from '#api/use-list.ts';
import { deliveriesPause, deliveriesSource } from '#api/webhooks.ts';
import { deliveriesText, webhooksText } from '#text/webhooks.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { useListState } from '#ui/list-state.ts';
import { Notice } from '#ui/notice.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { deliveryColumns, deliverySorts } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { answerOf } from './webhook-state.tsx';

/** What an address was told, what it answered, and when it is tried again. */
export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const source = useMemo(() => deliveriesSource(id), [id]);
  // Deliveries are made in the background, and tell nobody: the log looks after them.
  useQuery({
    ...listingQuery(source),
    refetchInterval: ({ state }) => deliveriesPause(state.data?.items ?? [], Date.now()),
  });
  const { total: _, ...list } = useList(source, useListState(deliverySorts));
  const [opened, setOpened] = useState<string | null>(null);
  const resend = useMutation({
    mutationFn: (delivery: WebhookDelivery) =>
      client.send(calls.resendWebhookDelivery, { params: { id, deliveryId: delivery.id } }),
    onSuccess: () => toastSuccess(deliveriesText.resent),
    onSettled: () => refresh('webhook', 'webhook-delivery'),
  });
  const { mutate } = resend;
  const columns = useMemo(
    () => deliveryColumns({ onShow: setOpened, onResend: enabled ? mutate : null }),
    [enabled, mutate],
  );
  const shown = (list.rows ?? list.served?.shown?.rows)?.find((each) => each.id === opened) ?? null;
  return (
    <>
      {!enabled && (
        <Notice tone="gray" role="status" className="kh-gap-below">
          {webhooksText.pausedNote}
        </Notice>
      )}
      <ErrorAlert error={resend.error} />
      <DataTable
        label="deliveries"
        columns={columns}
        {...list}
        rowKey={(delivery) => delivery.id}
        texts={texts}
        minWidth={900}
        empty={<EmptyState title={deliveriesText.noneTitle}>{deliveriesText.noneHint}</EmptyState>}
      />
      <DeliveryDialog
        delivery={shown}
        onClose={() => setOpened(null)}
        onResend={enabled ? mutate : null}
        busy={resend.isPending}
      />
    </>
  );
}

function texts(delivery: WebhookDelivery): string[] {
  return [delivery.type, deliveriesText.statuses[delivery.status], answerOf(delivery), delivery.body];
}
