import { confirmText } from '#text/dialogs.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const words = {
  title: confirmText.leaveTitle,
  body: confirmText.leaveBody,
  confirm: confirmText.leave,
  cancel: confirmText.stay,
};

/** Asks whether unsaved changes may be lost. */
export default function LeaveDialog(props: { opened: boolean; onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog opened={props.opened} words={words} onClose={props.onStay} onConfirm={async () => props.onLeave()} />
  );
}
