import { useState } from 'react';
import { RecentChanges } from '#activity/recent-changes.tsx';
import { type Change, subjectOf, type Version } from '#api/change.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/dialog/confirm-dialog.tsx';
import { isStale } from '#ui/feedback/error-status.ts';

/** A change that needs a confirmation, based on what the person saw when they began. */
interface Question<Base, Intent> extends Pick<ConfirmDialogProps, 'words' | 'danger'> {
  change: Change<Base, Intent>;
  send: (change: Change<Base, Intent>) => Promise<unknown>;
  /** Fetches the subject after the server refused the change as stale: the next confirmation is based on that. */
  current?: () => Promise<Version<Base>>;
  /** Called once the change is made and the dialog closed: it may give the focus to something on the screen. */
  onClosed?: () => void;
}

interface Asked extends Omit<ConfirmDialogProps, 'onClose'> {
  /** Tells a question from the one before, of which nothing is left. */
  number: number;
}

/**
 * Asks before a change, and sends it as it was asked: nothing that arrives meanwhile alters the words or what is sent.
 * Changes by others are shown, and confirming again applies to the subject as it is then.
 */
export function useConfirmation() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (onClosed?: () => void): void => setAsked((last) => last && { ...last, opened: false, onClosed });

  const ask = <Base extends object, Intent>(question: Question<Base, Intent>): void => {
    const { words, danger, send, current, onClosed } = question;
    const { rn, 'updated-on': since } = subjectOf(question.change.base);
    const last = { change: question.change };
    const confirm = async (): Promise<void> => {
      try {
        await send(last.change);
      } catch (error) {
        if (current && isStale(error)) {
          const { item, etag } = await current();
          last.change = { ...last.change, base: item, etag };
        }
        throw error;
      }
      close(onClosed);
    };
    const changes = rn && since && <RecentChanges rn={rn} since={since} />;
    setAsked((before) => ({
      number: (before?.number ?? 0) + 1,
      opened: true,
      words,
      danger,
      changes,
      onConfirm: confirm,
    }));
  };
  const dialog = asked && <ConfirmDialog key={asked.number} {...asked} onClose={() => close()} />;
  return { ask, dialog };
}
