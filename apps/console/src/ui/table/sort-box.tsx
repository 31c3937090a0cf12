import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { listText } from '#text/lists.ts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { ListState } from './list-state.ts';

/** Orders a list whose rows are cards, which have no head to press. */
export function SortBox<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  // In a wide window no list has cards, and the words of the columns stand there once.
  const wide = useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false });
  if (wide) return null;
  const orders = columns
    .filter(({ sort }) => sort)
    .flatMap(({ id, header, latestFirst }) => [
      { value: id, label: `${header} ${latestFirst ? '↓' : '↑'}` },
      { value: `-${id}`, label: `${header} ${latestFirst ? '↑' : '↓'}` },
    ]);
  return (
    <NativeSelect
      size="xs"
      className={styles.sort}
      aria-label={listText.sortBy}
      data={orders}
      value={`${state.descending ? '-' : ''}${state.sort}`}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        state.change({ sort: chosen.replace(/^-/, ''), descending: chosen.startsWith('-') });
      }}
    />
  );
}
