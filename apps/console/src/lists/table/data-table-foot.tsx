import { Group, NativeSelect, Pagination } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import type { Arrangement } from '#lists/engine/arrange.ts';
import { type ListState, pageSizes } from '#lists/engine/list-state.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './data-table-foot.module.css';

const smallest = pageSizes[0];

/** The range of rows, the pages, and the page size. A list that fits the smallest page has no foot. */
export function DataTableFoot<Row>({ arranged, state }: { arranged: Arrangement<Row>; state: ListState }) {
  const { matched, page, pages } = arranged;
  const foot = useRef<HTMLDivElement>(null);
  if (matched <= smallest) return null;
  const from = (page - 1) * state.size + 1;
  const goTo = (next: number): void => {
    // A button that is disabled by its own click would lose the focus.
    if (next === 1 || next === pages) foot.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus();
    state.change({ page: next });
    window.scrollTo({ top: 0 });
  };
  return (
    <Group className={styles.foot} justify="space-between" gap="8px 16px" fz="xs" ref={foot} data-foot>
      <span className={looks.muted}>
        {listText.range({ from, to: Math.min(matched, from + state.size - 1), matched })}
      </span>
      {pages > 1 && (
        <Pagination
          className={styles.pages}
          gap={6}
          total={pages}
          value={page}
          onChange={goTo}
          previousIcon={IconChevronLeft}
          nextIcon={IconChevronRight}
          getControlProps={(step) => ({ 'aria-label': step === 'next' ? listText.nextPage : listText.previousPage })}
          getItemProps={(item) => ({ 'aria-label': listText.page({ page: item }), 'data-page': item })}
        />
      )}
      <Group component="label" gap={8} c="dimmed">
        {listText.rowsPerPage}
        <NativeSelect
          size="xs"
          data={pageSizes.map(String)}
          value={state.size}
          onChange={(event) => state.change({ size: pageSizes[event.currentTarget.selectedIndex] ?? smallest })}
        />
      </Group>
    </Group>
  );
}
