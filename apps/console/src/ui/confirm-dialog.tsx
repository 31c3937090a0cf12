import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorAlert } from './error-alert.tsx';
import { Modal } from './modal.tsx';
import { isStale } from './stale.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel: string;
  /** Tells who changed what meanwhile, when that is why the server refuses. */
  changes?: ReactNode;
  /** A confirmation that destroys something is red, and the safe button has the focus. */
  danger?: boolean;
  /** Does it. The dialog stays open while this runs, and shows what it throws. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false} size="md">
      <ConfirmBody {...props}>{children}</ConfirmBody>
    </Modal>
  );
}

function ConfirmBody(props: ConfirmDialogProps) {
  const {
    children,
    confirmLabel,
    busyLabel = confirmLabel,
    cancelLabel,
    danger = false,
    changes,
    onConfirm,
    onClose,
  } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ErrorAlert error={error} />
      {isStale(error) && changes}
      <div>{children}</div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
          {cancelLabel}
        </Button>
        <Button color={danger ? 'red' : 'blue'} onClick={() => void confirm()} aria-busy={busy}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      </Group>
    </>
  );
}
