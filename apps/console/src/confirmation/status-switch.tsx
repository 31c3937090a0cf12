import { Button } from '@mantine/core';
import type { Change, Mutation, Version } from '#api/change.ts';
import type { QuestionWords } from '#ui/dialog/confirm-dialog.tsx';
import { useConfirmation } from './use-confirmation.tsx';

interface StatusSwitchProps<Base, Status> {
  of: Version<Base>;
  words: QuestionWords;
  to: Status;
  send: Mutation<Change<Base, { status: Status }>, unknown>;
  current: () => Promise<Version<Base>>;
}

/** Changes a status after a confirmation. */
export function StatusSwitch<Base extends object, Status extends string>(props: StatusSwitchProps<Base, Status>) {
  const { of, words, to, send, current } = props;
  const { ask, dialog } = useConfirmation();
  const change = { base: of.item, etag: of.etag, intent: { status: to } };
  return (
    <>
      <Button onClick={() => ask({ words, danger: to !== 'Active', change, send, current })}>{words.title}</Button>
      {dialog}
    </>
  );
}
