import { Button } from '@mantine/core';
import type { Change, Mutation, Version } from '#api/change.ts';
import type { QuestionWords } from '#ui/dialog/confirm-dialog.tsx';
import { useConfirmation } from './use-confirmation.tsx';

interface StatusSwitchProps<Base, Intent> {
  of: Version<Base>;
  words: QuestionWords;
  intent: Intent;
  /** Whether the change disables something. */
  danger: boolean;
  send: Mutation<Change<Base, Intent>, unknown>;
  current: () => Promise<Version<Base>>;
}

/** Changes a status after a confirmation. */
export function StatusSwitch<Base extends object, Intent>(props: StatusSwitchProps<Base, Intent>) {
  const { of, words, intent, danger, send, current } = props;
  const { ask, dialog } = useConfirmation();
  return (
    <>
      <Button onClick={() => ask({ words, danger, change: { ...of, intent }, send, current })}>{words.title}</Button>
      {dialog}
    </>
  );
}
