import { Button } from '@mantine/core';
import type { Change, Mutation, Version } from '#api/change.ts';
import { type QuestionWords, useConfirmation } from './use-confirmation.tsx';

interface StatusSwitchProps<Base, Status> {
  /** The subject, and its version. */
  of: Version<Base>;
  words: QuestionWords;
  to: Status;
  /** Whether it ends something. */
  danger: boolean;
  send: Mutation<Change<Base, Status>, unknown>;
  current: () => Promise<Version<Base>>;
}

/** Switches something on or off, after saying what follows. */
export function StatusSwitch<Base extends object, Status>(props: StatusSwitchProps<Base, Status>) {
  const { of, words, to, danger, send, current } = props;
  const { ask, dialog } = useConfirmation();
  const change = { base: of.item, etag: of.etag, intent: to };
  return (
    <>
      <Button variant="default" onClick={() => ask({ words, danger, change, send, current })}>
        {words.title}
      </Button>
      {dialog}
    </>
  );
}
