import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { messageOf } from './error-alert.tsx';

/** Says that something succeeded. It is redundant by design: what happened is also to be seen on the screen. */
export function toastSuccess(message: NotificationData['message']): string {
  const icon = <IconCheck size={16} aria-hidden="true" />;
  return notifications.show({ message, color: 'green.8', icon, role: 'status' });
}

/** Says what failed when nothing on the screen belongs to it any more. It stays until it is read. */
export function toastFailure(error: unknown): void {
  const icon = <IconAlertCircle size={18} aria-hidden="true" />;
  notifications.show({ message: messageOf(error), color: 'red', icon, autoClose: false, role: 'alert' });
}

/** Says what has become of the screen without anybody's doing here. It stays until it is read. */
export function toastNotice(message: string): void {
  const icon = <IconInfoCircle size={18} aria-hidden="true" />;
  notifications.show({ message, color: 'blue', icon, autoClose: false, role: 'alert' });
}
