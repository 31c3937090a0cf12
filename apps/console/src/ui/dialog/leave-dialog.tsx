import { confirmText } from '#i18n/text/general.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

const words = {
  title: confirmText.leaveTitle,
  body: confirmText.leaveBody,
  confirm: confirmText.leave,
  cancel: confirmText.stay,
};

/** Asks whether unsaved changes may be lost. */
export default function LeaveDialog(props: Omit<ConfirmDialogProps, 'words'>) {
  return <ConfirmDialog words={words} {...props} />;
}
