import { Checkbox } from '@mantine/core';
import { listText } from '#text/lists.ts';
import type { Selection } from './selection.ts';

interface RowCheckboxProps {
  chosen: boolean;
  choose: Selection['choose'];
  rowKey: string;
  /** How people know the row. */
  name: string;
}

/** Chooses a row. It stands in the row's first cell, before its link. */
export function RowCheckbox({ chosen, choose, rowKey, name }: RowCheckboxProps) {
  return (
    <Checkbox
      size="xs"
      className="kh-row-checkbox"
      aria-label={listText.choose(name)}
      checked={chosen}
      onChange={(event) => choose([rowKey], event.currentTarget.checked)}
    />
  );
}

/** Chooses every row of the page. */
export function PageCheckbox({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const count = selection.everything ? keys.length : keys.filter((key) => selection.chosen.has(key)).length;
  return (
    <Checkbox
      size="xs"
      className="kh-row-checkbox"
      wrapperProps={{ 'data-label': listText.choosePage }}
      aria-label={listText.choosePage}
      checked={keys.length > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={(event) => selection.choose(keys, event.currentTarget.checked)}
    />
  );
}
