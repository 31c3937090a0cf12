import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { listText } from '#text/lists.ts';
import { messageOf } from './error-alert.tsx';
import { toastSuccess } from './toast.tsx';

/** Says that something was deleted, and offers to bring it back for as long as the toast stays. */
export function toastWithUndo(message: string, undone: string, undo: () => Promise<void>): void {
  const closeButtonProps = { 'aria-label': listText.dismiss };
  const run = async (): Promise<void> => {
    notifications.hide(id);
    try {
      await undo();
      toastSuccess(undone);
    } catch (error) {
      // Nothing on the screen belongs to this error any more, so it stays here until it was read.
      notifications.show({
        message: messageOf(error),
        color: 'red',
        icon: <IconAlertCircle size={18} aria-hidden="true" />,
        autoClose: false,
        withBorder: true,
        role: 'alert',
        closeButtonProps,
      });
    }
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <span>{message}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => void run()}>
          {listText.undo}
        </Button>
      </Group>
    ),
    color: 'green.8',
    icon: <IconCheck size={16} aria-hidden="true" />,
    role: 'status',
    withBorder: true,
    closeButtonProps,
  });
}
