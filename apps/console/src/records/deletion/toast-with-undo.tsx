import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import { useSession } from '#session/use-session.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';

/** Shows a toast that reports a change and offers to undo it. */
export function toastWithUndo(message: string, undo: () => Promise<unknown>): void {
  let undone = false;
  const run = (): void => {
    // The button still works while the toast moves out.
    if (undone) return;
    undone = true;
    notifications.hide(id);
    undo().catch(toastFailure);
  };
  const id = toastSuccess(
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{message}</span>
      <UndoButton onClick={run} />
    </Group>,
  );
}

/** A toast may outlast the session: only the user who changed something can undo it. */
function UndoButton({ onClick }: { onClick: () => void }) {
  const user = useSession().authInfo?.user.rn;
  const [changedBy] = useState(user);
  if (user !== changedBy) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {listText.undo}
    </Button>
  );
}
