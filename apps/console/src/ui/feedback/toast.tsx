import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { messageOf } from './error-alert.tsx';

/** Reports a success. It is redundant by design: the result is also visible on the screen. */
export function toastSuccess(message: NotificationData['message']): string {
  const icon = <IconCheck size={16} aria-hidden="true" />;
  return notifications.show({ message, color: 'green.8', icon, role: 'status' });
}

/** Reports a failure whose place on the screen no longer exists. It stays until it is dismissed. */
export function toastFailure(error: unknown): void {
  const icon = <IconAlertCircle size={18} aria-hidden="true" />;
  notifications.show({ message: messageOf(error), color: 'red', icon, autoClose: false, role: 'alert' });
}

/** Reports a change of the screen that the user did not cause. It stays until it is dismissed. */
export function toastNotice(message: string): void {
  const icon = <IconInfoCircle size={18} aria-hidden="true" />;
  notifications.show({ message, color: 'blue', icon, autoClose: false, role: 'alert' });
}

/** Reports a consequence of a change that calls for another one. It stays until it is dismissed. */
export function toastWarning(message: string): void {
  const icon = <IconAlertTriangle size={18} aria-hidden="true" />;
  notifications.show({ message, color: 'orange.9', icon, autoClose: false, role: 'alert' });
}
