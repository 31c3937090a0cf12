import { Button } from '@mantine/core';
import { type Question, useConfirmation } from './use-confirmation.tsx';

type ConfirmButtonProps<Base, Intent> = Question<Base, Intent> & {
  /** By default the title of the question. */
  label?: string;
  /** The space above it. */
  mt?: 'md';
};

/** A button that makes a change after a confirmation. */
export function ConfirmButton<Base extends object, Intent>(props: ConfirmButtonProps<Base, Intent>) {
  const { label, mt, ...question } = props;
  const { ask, dialog } = useConfirmation();
  return (
    <>
      <Button {...(mt && { mt })} onClick={() => ask(question)}>
        {label ?? question.words.title}
      </Button>
      {dialog}
    </>
  );
}
