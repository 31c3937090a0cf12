import { Group, NativeSelect, Pagination } from '@mantine/core';
import { listText } from '#text/lists.ts';
import looks from '#ui/theme/looks.module.css';
import type { Arrangement } from './arrange.ts';
import styles from './data-table.module.css';
import { type ListState, pageSizes } from './list-state.ts';

const smallest = pageSizes[0];

/** Which rows are shown, the pages, and how many rows a page has. A list that fits the smallest page has no foot. */
export function DataTableFoot<Row>({ shown, state }: { shown: Arrangement<Row>; state: ListState }) {
  const { matched, page, pages } = shown;
  if (matched <= smallest) return null;
  const from = (page - 1) * state.size + 1;
  const goTo = (next: number): void => {
    state.change({ page: next });
    window.scrollTo({ top: 0 });
  };
  return (
    <Group justify="space-between" gap="8px 16px" px="sm" py={8} fz="xs" className={styles.foot} data-foot>
      <span className={`${looks.muted} ${looks.numbers}`}>
        {listText.range({ from, to: Math.min(matched, from + state.size - 1), matched })}
      </span>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={goTo}
          size="sm"
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
        />
      )}
      <Group gap={8}>
        <span className={looks.muted} aria-hidden="true">
          {listText.rowsPerPage}
        </span>
        <NativeSelect
          size="xs"
          aria-label={listText.rowsPerPage}
          value={String(state.size)}
          data={pageSizes.map(String)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            state.change({ size: pageSizes.find((each) => each === chosen) ?? smallest });
          }}
        />
      </Group>
    </Group>
  );
}
