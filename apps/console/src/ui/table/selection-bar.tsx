import { Button, CloseButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { listText } from '#text/lists.ts';
import looks from '#ui/theme/looks.module.css';
import type { Selection } from './selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** How many rows the search finds. */
  matched: number;
  /** What can be done with the chosen rows. */
  children: ReactNode;
}

/** How many rows are chosen, and what can be done with them. */
export function SelectionBar({ selection, matched, children }: SelectionBarProps) {
  const { chosen, everything, chooseEverything, clear } = selection;
  const count = everything ? matched : chosen.size;
  return (
    <Group gap="4px 8px" mih={36} fz="xs">
      <span className={`${looks.strong} ${looks.numbers}`} role="status">
        {listText.chosen({ count })}
      </span>
      {!everything && count < matched && (
        <Button variant="subtle" size="compact-sm" onClick={chooseEverything}>
          {listText.chooseAll({ matched })}
        </Button>
      )}
      {children}
      <CloseButton size="sm" aria-label={listText.clearChoice} onClick={clear} />
    </Group>
  );
}
