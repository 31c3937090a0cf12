import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { listText } from '#text/lists.ts';
import { toastFailure, toastSuccess } from './toast.tsx';

/** Says that something was deleted, and offers to bring it back for as long as the toast stays. */
export function toastWithUndo(message: string, undo: () => Promise<unknown>): void {
  const run = (): void => {
    notifications.hide(id);
    undo().catch(toastFailure);
  };
  const id = toastSuccess(
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{message}</span>
      <Button variant="subtle" size="compact-sm" onClick={run}>
        {listText.undo}
      </Button>
    </Group>,
  );
}
