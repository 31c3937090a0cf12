import type { ReactNode } from 'react';
import { DialogContext } from './form-context.ts';
import { Modal } from './modal.tsx';
import { DirtyScopeContext, useDirtyScope, useGuard } from './unsaved-changes.tsx';

interface FormModalProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with a form, which closes once the form is saved. Escape, the close button and Cancel ask first if typed
 * values would be lost.
 */
export function FormModal({ opened, title, onClose, children }: FormModalProps) {
  const scope = useDirtyScope();
  const guard = useGuard(scope);
  const requestClose = (): void => guard(onClose);
  return (
    <Modal opened={opened} onClose={requestClose} title={title} size="lg" closeOnClickOutside={false} sheet>
      <DirtyScopeContext value={scope}>
        <DialogContext value={{ cancel: requestClose, close: onClose }}>{children}</DialogContext>
      </DirtyScopeContext>
    </Modal>
  );
}
