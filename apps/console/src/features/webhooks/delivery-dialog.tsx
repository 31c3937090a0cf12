import type { WebhookDelivery } from '@keyhold/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { formText } from '#text/forms.ts';
import { deliveriesText } from '#text/webhooks.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Modal } from '#ui/dialog/modal.tsx';
import { useLast } from '#ui/dialog/use-last.ts';
import { Facts } from '#ui/layout/facts.tsx';
import looks from '#ui/theme/looks.module.css';
import { answerOf, DeliveryStatus } from './webhook-state.tsx';

interface DeliveryDialogProps {
  /** Null while the dialog is closed. */
  delivery: WebhookDelivery | null;
  onClose: () => void;
  /** Null while the webhook is paused. */
  onResend: ((delivery: WebhookDelivery) => void) | null;
  busy: boolean;
}

/** One delivery in full, with its body. */
export function DeliveryDialog({ delivery, onClose, onResend, busy }: DeliveryDialogProps) {
  const shown = useLast(delivery);
  return (
    <Modal opened={delivery !== null} onClose={onClose} title={deliveriesText.title} size="lg">
      {shown && (
        <>
          <Facts
            facts={[
              { label: deliveriesText.event, value: shown.type },
              { label: deliveriesText.status, value: <DeliveryStatus status={shown.status} /> },
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
            {pretty(shown.body)}
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

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
