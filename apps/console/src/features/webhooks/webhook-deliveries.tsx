import type { Webhook, WebhookDelivery } from '@keyhold/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useList } from '#api/use-list.ts';
import { formText } from '#text/forms.ts';
import { listText } from '#text/lists.ts';
import { deliveriesText } from '#text/webhooks.ts';
import { wireWord } from '#text/wire.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Modal, useLast } from '#ui/dialog/modal.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import looks from '#ui/theme/looks.module.css';
import { type DeliveryActions, deliveryColumns } from './delivery-columns.tsx';
import { answerOf } from './webhook-state.tsx';
import { deliveriesSource, resendDelivery } from './webhooks.data.ts';

/** The deliveries of a webhook. */
export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  const { busy, error, run, clear } = useRun();
  /** The delivery that was resent last, which an error is about. */
  const [resent, setResent] = useState<string | null>(null);
  const resend = (delivery: WebhookDelivery): void =>
    void run(() => {
      setResent(delivery.id);
      return resendDelivery({ webhook: id, delivery });
    });
  const onResend = enabled ? resend : null;
  const show = (delivery: WebhookDelivery): void => {
    clear();
    setOpened(delivery);
  };
  const columns = deliveryColumns({ onShow: show, onResend });
  const list = useList(deliveriesSource(id), columns, 'age');
  // Newer deliveries may push the opened one off the page.
  const shown = (list.rows ?? list.serverRows?.shown?.rows)?.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <>
      <ErrorAlert error={opened?.id === resent ? null : error} />
      <DataTable
        label="deliveries"
        {...list}
        texts={(one) => [one.type, wireWord(one.status), answerOf(one), one.body]}
        empty={{ title: deliveriesText.noneTitle, hint: deliveriesText.noneHint }}
      />
      <DeliveryDialog
        delivery={shown}
        onClose={() => setOpened(null)}
        onResend={onResend}
        busy={busy}
        error={opened?.id === resent ? error : null}
      />
    </>
  );
}

interface DeliveryDialogProps extends Pick<DeliveryActions, 'onResend'> {
  /** Null while the dialog is closed. */
  delivery: WebhookDelivery | null;
  onClose: () => void;
  busy: boolean;
  /** Why the delivery could not be resent. */
  error: unknown;
}

/** The details of one delivery, with its body. */
function DeliveryDialog({ delivery, onClose, onResend, busy, error }: DeliveryDialogProps) {
  const shown = useLast(delivery);
  return (
    <Modal opened={delivery !== null} onClose={onClose} title={deliveriesText.title} size="lg">
      {shown && (
        <>
          <ErrorAlert error={error} />
          <Facts
            facts={[
              { label: deliveriesText.event, value: shown.type },
              { label: listText.status, value: <StatusBadge status={shown.status} /> },
              { label: deliveriesText.attempts, value: shown.attempts },
              { label: deliveriesText.answer, value: answerOf(shown) },
              { label: deliveriesText.created, value: <RelativeDate value={shown['created-on']} /> },
              { label: deliveriesText.lastTry, value: <RelativeDate value={shown['last-attempt-on']} /> },
              ...(shown['next-attempt-on'] === null || !onResend
                ? []
                : [{ label: deliveriesText.nextTry, value: <RelativeDate value={shown['next-attempt-on']} /> }]),
              { label: deliveriesText.id, value: <span className={looks.mono}>{shown.id}</span> },
            ]}
          />
          <Text component="h3" mt={20} mb={8} fw={600}>
            {deliveriesText.body}
          </Text>
          <Box
            component="pre"
            className={`${looks.mono} ${looks.code}`}
            mah={280}
            style={{ whiteSpace: 'pre-wrap' }}
            tabIndex={0}
          >
            {JSON.stringify(JSON.parse(shown.body), null, 2)}
          </Box>
          <Group mt="lg" gap="sm">
            {onResend && (
              <Button variant="filled" aria-busy={busy} onClick={() => !busy && onResend(shown)}>
                {busy ? deliveriesText.resending : deliveriesText.resendOne}
              </Button>
            )}
            <Button onClick={onClose}>{formText.close}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
