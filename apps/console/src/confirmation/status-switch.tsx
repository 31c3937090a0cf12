import { Button } from '@mantine/core';
import type { Change, Mutation, Version } from '#api/change.ts';
import { type QuestionWords, useConfirmation } from './use-confirmation.tsx';

interface StatusSwitchProps<Base, Status> {
  of: Version<Base>;
  words: QuestionWords;
  to: Status;
  /** Whether the button is red. */
  danger: boolean;
  send: Mutation<Change<Base, Status>, unknown>;
  current: () => Promise<Version<Base>>;
}

/** Changes a status after a confirmation. */
export function StatusSwitch<Base extends object, Status>(props: StatusSwitchProps<Base, Status>) {
  const { of, words, to, danger, send, current } = props;
  const { ask, dialog } = useConfirmation();
  const change = { base: of.item, etag: of.etag, intent: to };
  return (
    <>
      <Button onClick={() => ask({ words, danger, change, send, current })}>{words.title}</Button>
      {dialog}
    </>
  );
}
