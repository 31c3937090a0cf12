import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FormModal } from './form-modal.tsx';
import { useOpenRequest } from './open-request.ts';

/** What a form in a dialog gets. */
export interface DialogFormProps {
  /** Closes the dialog. */
  onDone: () => void;
}

interface CreationOptions {
  /** On the button. */
  label: string;
  /** Of the dialog. */
  title: string;
  form: (props: DialogFormProps) => ReactNode;
}

/** The primary action of a list: its button, and the dialog that it opens. A link can open the dialog too. */
export function useCreation({ label, title, form }: CreationOptions): { button: ReactNode; dialog: ReactNode } {
  const [opened, setOpened] = useState(false);
  useOpenRequest(() => setOpened(true));
  const close = (): void => setOpened(false);
  const button = (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
      {label}
    </Button>
  );
  const dialog = (
    <FormModal opened={opened} onClose={close} title={title}>
      {form({ onDone: close })}
    </FormModal>
  );
  return { button, dialog };
}
