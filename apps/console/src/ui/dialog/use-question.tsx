import { type ComponentType, useState } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

/** A question before something is done. */
type Question = Pick<ConfirmDialogProps, 'words' | 'danger' | 'changes' | 'onConfirm' | 'onClosed'>;

interface OpenedQuestion extends Omit<Question, 'onClosed'>, Pick<ConfirmDialogProps, 'opened' | 'onClosed'> {
  /** The key of the dialog, so that a question starts without the state of the previous one. */
  number: number;
}

/**
 * Asks before something is done. The dialog closes once it is done, or the user cancels; a failure is shown in it.
 *
 * @param Dialog the dialog that asks; its code may be fetched on first use
 */
export function useQuestion(Dialog: ComponentType<ConfirmDialogProps>) {
  const [latest, setLatest] = useState<OpenedQuestion | null>(null);
  const close = (onClosed?: () => void): void => setLatest((last) => last && { ...last, opened: false, onClosed });
  const ask = ({ onConfirm, onClosed, ...question }: Question): void => {
    const confirm = async (): Promise<void> => {
      await onConfirm();
      close(onClosed);
    };
    setLatest((before) => ({ ...question, number: (before?.number ?? 0) + 1, opened: true, onConfirm: confirm }));
  };
  const dialog = latest && <Dialog key={latest.number} {...latest} onClose={() => close()} />;
  return { ask, dialog };
}
