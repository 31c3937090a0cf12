import { confirmText } from '#text/dialogs.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks whether changes that are not saved may be lost. */
export default function LeaveDialog(props: { opened: boolean; onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      opened={props.opened}
      title={confirmText.leaveTitle}
      confirmLabel={confirmText.leave}
      cancelLabel={confirmText.stay}
      onClose={props.onStay}
      onConfirm={async () => props.onLeave()}
    >
      {confirmText.leaveBody}
    </ConfirmDialog>
  );
}
