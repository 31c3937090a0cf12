import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { isStale } from '#ui/feedback/error-status.ts';
import { useRun } from '#ui/feedback/use-run.ts';
import { Modal } from './modal.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  busyLabel?: string | undefined;
  cancelLabel: string;
  /** Tells who changed what meanwhile, when that is why the server refuses. */
  changes?: ReactNode;
  /** A confirmation that destroys something is red, and the safe button has the focus. */
  danger?: boolean;
  /** Does it. The dialog cannot be closed while this runs, and shows what it throws. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** Called when what lies behind the dialog can have the focus again. */
  onClosed?: (() => void) | undefined;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ opened, title, onClose, onClosed, ...body }: ConfirmDialogProps) {
  const { children, confirmLabel, busyLabel = confirmLabel, cancelLabel, danger = false, changes, onConfirm } = body;
  const { busy, error, run } = useRun();
  const close = (): void => {
    if (!busy) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={onClosed} title={title} withCloseButton={false} size="md">
      <ErrorAlert error={error} />
      {isStale(error) && changes}
      <div>{children}</div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button disabled={busy} onClick={close} data-autofocus={danger || undefined}>
          {cancelLabel}
        </Button>
        <Button variant="filled" color={danger ? 'red' : 'blue'} onClick={() => void run(onConfirm)} aria-busy={busy}>
          {busy ? busyLabel : confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
