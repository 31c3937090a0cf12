import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { listText } from '#i18n/text/every-page.ts';

/** The button of a row that opens its form; its label names the row. */
export function ChangeButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={listText.changeNamed({ name })} onClick={onClick}>
      <IconPencil size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
