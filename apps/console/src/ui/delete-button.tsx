import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirmText } from '#text/lists.ts';

/** The delete action of a row; its name says what it deletes. */
export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={confirmText.deleteTitle(name)} onClick={onClick}>
      <IconTrash size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
