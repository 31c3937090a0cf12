import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FormModal } from './form-modal.tsx';
import { useOpenRequest } from './open-request.ts';

interface FormButtonProps extends Omit<ButtonProps, 'children'> {
  label: string;
  'aria-label'?: string;
  /** The title of the dialog; by default the button's label. */
  title?: string;
  /** The name by which a link can also open the dialog. */
  request?: string;
  /** The form in the dialog. */
  children: ReactNode;
}

/** A button that opens a dialog with a form. */
export function FormButton({ label, title = label, request, children, ...button }: FormButtonProps) {
  const [opened, setOpened] = useState(false);
  const open = (): void => setOpened(true);
  useOpenRequest(request, open);
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <FormModal opened={opened} onClose={() => setOpened(false)} title={title}>
        {children}
      </FormModal>
    </>
  );
}

/** The primary button of a list, which creates an entry. */
export function CreateButton(props: Pick<FormButtonProps, 'label' | 'title' | 'children'>) {
  return (
    <FormButton variant="filled" leftSection={<IconPlus size={16} aria-hidden="true" />} request="create" {...props} />
  );
}
