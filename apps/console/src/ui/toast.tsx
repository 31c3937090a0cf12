import { notifications } from '@mantine/notifications';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { listText } from '#text/lists.ts';

/** Says that something succeeded. It is redundant by design: what happened is also to be seen on the screen. */
export function toastSuccess(message: string): void {
  notifications.show({
    message,
    color: 'green.8',
    icon: <IconCheck size={16} aria-hidden="true" />,
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': listText.dismiss },
  });
}

/** Says what has become of the screen without anybody's doing here. It stays until it is read. */
export function toastNotice(message: string): void {
  notifications.show({
    message,
    color: 'blue',
    icon: <IconInfoCircle size={18} aria-hidden="true" />,
    autoClose: false,
    role: 'alert',
    withBorder: true,
    closeButtonProps: { 'aria-label': listText.dismiss },
  });
}
