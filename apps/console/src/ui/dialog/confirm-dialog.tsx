import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { isStale } from '#ui/feedback/error-status.ts';
import { useRun } from '#ui/feedback/use-run.ts';
import { Modal } from './modal.tsx';

export interface QuestionWords {
  title: string;
  body: ReactNode;
  confirm: string;
  /** The button's label while the change is pending. */
  busy?: string;
  cancel?: string;
}

export interface ConfirmDialogProps {
  opened: boolean;
  words: QuestionWords;
  /** Who changed what meanwhile; shown when the server refuses the change as stale. */
  changes?: ReactNode;
  /** Whether the action is destructive: its button is red, and the safe button has the focus. */
  danger?: boolean | undefined;
  /** Executes the action. The dialog cannot be closed meanwhile, and shows the error. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** Called when content behind the dialog can be focused again. */
  onClosed?: (() => void) | undefined;
}

/** Requests a confirmation before an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, words, changes, danger, onConfirm, onClose, onClosed } = props;
  const { busy, error, run } = useRun();
  const close = (): void => {
    if (!busy) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={onClosed} title={words.title} withCloseButton={false} size="md">
      <ErrorAlert error={error} />
      {isStale(error) && changes}
      <div>{words.body}</div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button disabled={busy} onClick={close} data-autofocus={danger || undefined}>
          {words.cancel ?? formText.cancel}
        </Button>
        <Button variant="filled" color={danger ? 'red' : 'blue'} onClick={() => void run(onConfirm)} aria-busy={busy}>
          {(busy && words.busy) || words.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
