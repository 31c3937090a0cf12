import { deliveryStatuses, type WebhookDelivery } from '@keyhold/contract';
import { ActionIcon, Anchor } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { deliveriesText } from '#text/webhooks.ts';
import { exactTime } from '#ui/date/dates.ts';
import { relativeDate } from '#ui/date/relative-date.tsx';
import type { Column } from '#ui/table/column.ts';
import { actionsColumn, fittingDate, latestColumn, statusColumn, textColumn } from '#ui/table/columns.tsx';
import looks from '#ui/theme/looks.module.css';
import { answerOf } from './webhook-state.tsx';

/** The actions of a delivery. */
interface DeliveryActions {
  onShow: (delivery: WebhookDelivery) => void;
  /** Null while the webhook is paused. */
  onResend: ((delivery: WebhookDelivery) => void) | null;
}

export function deliveryColumns({ onShow, onResend }: DeliveryActions): Column<WebhookDelivery>[] {
  // While the webhook is paused, nothing is sent.
  const nextTry = (delivery: WebhookDelivery): string | null => onResend && delivery['next-attempt-on'];
  return [
    textColumn('event', deliveriesText.event, ({ type }) => type, {
      width: 1.2,
      cell: (delivery) => (
        <Anchor
          component="button"
          type="button"
          className={looks.link}
          display="block"
          aria-label={deliveriesText.show({ event: delivery.type })}
          onClick={() => onShow(delivery)}
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
      shown: 'wide',
    },
    textColumn('id', deliveriesText.id, ({ id }) => id, { shown: 'never' }),
    ...(onResend ? [resendColumn(onResend)] : []),
  ];
}

function resendColumn(onResend: (delivery: WebhookDelivery) => void): Column<WebhookDelivery> {
  return actionsColumn('56px', (delivery) => (
    <ActionIcon aria-label={deliveriesText.resend({ event: delivery.type })} onClick={() => onResend(delivery)}>
      <IconRefresh size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  ));
}
