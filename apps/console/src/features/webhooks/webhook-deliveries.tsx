import { deliveryStatuses, type Webhook, type WebhookDelivery } from '@keyhold/contract';
import { ActionIcon, Anchor, Box, Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { formText, listText } from '#i18n/text/every-page.ts';
import { deliveriesText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, fittingDate, latestColumn, statusColumn, textColumn } from '#lists/columns/columns.tsx';
import { useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { exactTime } from '#ui/date/dates.ts';
import { RelativeDate, relativeDate } from '#ui/date/relative-date.tsx';
import { Modal, useLast } from '#ui/dialog/modal.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Facts } from '#ui/layout/facts.tsx';
import looks from '#ui/theme/looks.module.css';
import { answerOf } from './webhook-state.tsx';
import { deliveriesSource, resendDelivery } from './webhooks.data.ts';

/** The deliveries of a webhook. */
export function WebhookDeliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const resend = enabled ? (delivery: WebhookDelivery) => resendDelivery({ webhook: id, delivery }) : null;
  const show = (delivery: WebhookDelivery): void => {
    setFailure(null);
    setOpened(delivery);
  };
  const close = (): void => setOpened(null);
  // While the webhook is paused, nothing is sent.
  const nextTry = (delivery: WebhookDelivery): string | null => resend && delivery['next-attempt-on'];
  const columns: Column<WebhookDelivery>[] = [
    textColumn('event', deliveriesText.event, ({ type }) => type, {
      width: 1.2,
      cell: (delivery) => (
        <Anchor
          component="button"
          type="button"
          className={looks.link}
          display="block"
          aria-label={deliveriesText.show({ event: delivery.type })}
          onClick={() => show(delivery)}
        >
          {delivery.type}
        </Anchor>
      ),
    }),
    statusColumn(deliveryStatuses),
    textColumn('attempts', deliveriesText.attempts, ({ attempts }) => String(attempts), {
      width: '96px',
      sort: ({ attempts }) => attempts,
      look: 'numbers',
    }),
    textColumn('answer', deliveriesText.answer, answerOf, { width: 1.4, look: 'muted' }),
    latestColumn('age', deliveriesText.created, fittingDate(deliveriesText.created), 'created-on'),
    {
      id: 'next',
      header: deliveriesText.nextTry,
      width: fittingDate(deliveriesText.nextTry),
      text: (delivery) => (nextTry(delivery) === null ? '' : exactTime(nextTry(delivery))),
      cell: (delivery, now) => nextTry(delivery) !== null && relativeDate(nextTry(delivery), now),
      visible: 'wide',
    },
    textColumn('id', deliveriesText.id, ({ id }) => id, { visible: 'never' }),
  ];
  if (resend) {
    columns.push(
      actionsColumn('56px', (delivery) => (
        <ResendButton event={delivery.type} resend={() => resend(delivery)} onResult={setFailure} />
      )),
    );
  }
  const list = useList(deliveriesSource(id), columns, 'age');
  // Newer deliveries may push the opened one off the page.
  const last = useLast((list.rows ?? list.serverRows?.arranged?.rows)?.find(({ id }) => id === opened?.id) ?? opened);
  return (
    <>
      <ErrorAlert error={failure} />
      <DataTable
        label="deliveries"
        {...list}
        texts={(one) => [one.type, wireWord(one.status), answerOf(one), one.body]}
        empty={{ title: deliveriesText.noneTitle, hint: deliveriesText.noneHint }}
      />
      <Modal opened={opened !== null} onClose={close} title={deliveriesText.title} size="lg">
        {last && <DeliveryDetails key={last.id} delivery={last} resend={resend} onClose={close} />}
      </Modal>
    </>
  );
}

interface ResendButtonProps {
  event: string;
  resend: () => Promise<unknown>;
  /** Receives the failure, or null. */
  onResult: (failure: unknown) => void;
}

/** The button of a row. Each row is resent on its own, also while another one is. */
function ResendButton({ event, resend, onResult }: ResendButtonProps) {
  const { busy, run } = useRun();
  const report = (failure: unknown): boolean => {
    onResult(failure);
    return true;
  };
  return (
    <ActionIcon
      aria-label={deliveriesText.resend({ event })}
      aria-busy={busy}
      onClick={() => void run(() => resend().then(() => onResult(null)), report)}
    >
      <IconRefresh size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}

interface DeliveryDetailsProps {
  delivery: WebhookDelivery;
  /** Null while the webhook is paused. */
  resend: ((delivery: WebhookDelivery) => Promise<unknown>) | null;
  onClose: () => void;
}

/** The details of one delivery, with its body. */
function DeliveryDetails({ delivery, resend, onClose }: DeliveryDetailsProps) {
  const { busy, error, run } = useRun();
  return (
    <>
      <ErrorAlert error={error} />
      <Facts
        facts={[
          { label: deliveriesText.event, value: delivery.type },
          { label: listText.status, value: <StatusBadge status={delivery.status} /> },
          { label: deliveriesText.attempts, value: delivery.attempts },
          { label: deliveriesText.answer, value: answerOf(delivery) },
          { label: deliveriesText.created, value: <RelativeDate value={delivery['created-on']} /> },
          { label: deliveriesText.lastTry, value: <RelativeDate value={delivery['last-attempt-on']} /> },
          ...(delivery['next-attempt-on'] === null || !resend
            ? []
            : [{ label: deliveriesText.nextTry, value: <RelativeDate value={delivery['next-attempt-on']} /> }]),
          { label: deliveriesText.id, value: <span className={looks.mono}>{delivery.id}</span> },
        ]}
      />
      <Text component="h3" mt={20} mb={8} fw={600}>
        {deliveriesText.body}
      </Text>
      <Box component="pre" className={`${looks.mono} ${looks.code}`} mah={280} tabIndex={0}>
        {JSON.stringify(JSON.parse(delivery.body), null, 2)}
      </Box>
      <Group mt="lg" gap="sm">
        {resend && (
          <Button variant="filled" aria-busy={busy} onClick={() => void run(() => resend(delivery))}>
            {busy ? deliveriesText.resending : deliveriesText.resendOne}
          </Button>
        )}
        <Button onClick={onClose}>{formText.close}</Button>
      </Group>
    </>
  );
}
