import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { confirmText } from '#text/dialogs.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteDialogProps<Target> {
  /** The kind of thing, as the sentences name it: `user`. */
  item: string;
  /** The thing to delete; null while nobody asks to. */
  target: Target | null;
  nameOf: (target: Target) => string;
  /** What goes with it. */
  consequences: string;
  /** Tells who changed what of it meanwhile. */
  changes: (target: Target) => ReactNode;
  onDelete: (target: Target) => Promise<void>;
  onClose: () => void;
}

/** Asks before something is deleted, names it, and says what goes with it. */
export function DeleteDialog<Target>(props: DeleteDialogProps<Target>) {
  const { item, target, nameOf, consequences, changes, onDelete, onClose } = props;
  const neighbour = useRef<HTMLElement | null>(null);
  const last = useRef(target);
  if (target !== null) last.current = target;
  const shown = last.current;

  // Remembers, while the deleted row is there, which row's button the focus goes on to; where it was the only row, that
  // is the screen itself. The dialog, once shown, takes the focus away from what lies behind it: this comes before.
  useLayoutEffect(() => {
    if (target === null) return;
    const row = document.activeElement?.closest('tr');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    neighbour.current = next?.querySelector<HTMLElement>('[data-actions] button') ?? row?.closest('main') ?? null;
  }, [target]);

  const confirm = async (): Promise<void> => {
    if (shown === null) return;
    await onDelete(shown);
    onClose();
    // The dialog first tries to give the focus back to the button of the row that is gone.
    window.setTimeout(() => neighbour.current?.focus(), 50);
  };
  return (
    <ConfirmDialog
      opened={target !== null}
      title={confirmText.deleteTitle(item)}
      confirmLabel={confirmText.delete}
      busyLabel={confirmText.deleting}
      cancelLabel={confirmText.keep}
      danger
      changes={shown !== null && changes(shown)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {shown !== null && (
        <>
          <p style={{ margin: '0 0 8px' }}>{confirmText.deleteBody(item)}</p>
          <p style={{ margin: 0 }} className="kh-muted">
            <strong>{nameOf(shown)}</strong>. {consequences}
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
