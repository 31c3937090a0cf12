import { RecentChanges } from '#records/activity/recent-changes.tsx';
import type { Version } from '#server/client/version.ts';
import { type Change, subjectOf } from '#server/mutation/change.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/dialog/confirm-dialog.tsx';
import { useQuestion } from '#ui/dialog/use-question.tsx';
import { isStale } from '#ui/feedback/error-status.ts';

/** A change that is based on what the user saw when they began. */
interface BasedChange<Base, Intent> {
  change: Change<Base, Intent>;
  send: (change: Change<Base, Intent>) => Promise<unknown>;
  /** Fetches the subject after the server refused the change as stale; the next confirmation is based on it. */
  current?: () => Promise<Version<Base>>;
}

/** A change that needs a confirmation. */
export type Question<Base, Intent> = Pick<ConfirmDialogProps, 'words' | 'danger'> & {
  /** Called once the change is made and the dialog is closed; may focus an element of the screen. */
  onClosed?: () => void;
} & (BasedChange<Base, Intent> | { change?: never; send: () => Promise<unknown> });

/**
 * Requests a confirmation and sends the change as it was then: data that arrives meanwhile alters neither the words nor
 * the request. After a refusal as stale, the changes of others are shown, and confirming again applies to the subject
 * as it is then.
 */
export function useConfirmation() {
  const { ask, dialog } = useQuestion(ConfirmDialog);
  const askForChange = <Base extends object, Intent>(question: Question<Base, Intent>): void => {
    const { words, danger, onClosed } = question;
    const { rn, 'updated-on': since } = subjectOf(question.change?.item ?? {});
    const send = question.change ? sendLatest(question) : question.send;
    const changes = rn && since && <RecentChanges rn={rn} since={since} />;
    ask({ words, danger, changes, onClosed, onConfirm: async () => void (await send()) });
  };
  return { ask: askForChange, dialog };
}

/** Sends a change; after a refusal as stale, the next call sends it based on the subject as it is then. */
function sendLatest<Base, Intent>({ change, send, current }: BasedChange<Base, Intent>): () => Promise<void> {
  let latest = change;
  return async () => {
    try {
      await send(latest);
    } catch (error) {
      if (current && isStale(error)) latest = { ...latest, ...(await current()) };
      throw error;
    }
  };
}
