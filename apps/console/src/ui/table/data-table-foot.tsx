import { Group } from '@mantine/core';
import { usePagination } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { listText } from '#text/lists.ts';
import looks from '#ui/theme/looks.module.css';
import type { Arrangement } from './arrange.ts';
import styles from './data-table-foot.module.css';
import { type ListState, pageSizes } from './list-state.ts';

const smallest = pageSizes[0];

/** The range of rows, the pages, and the page size. A list that fits the smallest page has no foot. */
export function DataTableFoot<Row>({ shown, state }: { shown: Arrangement<Row>; state: ListState }) {
  const { matched, page, pages } = shown;
  if (matched <= smallest) return null;
  const from = (page - 1) * state.size + 1;
  const goTo = (next: number): void => {
    state.change({ page: next });
    window.scrollTo({ top: 0 });
  };
  return (
    <Group className={styles.foot} justify="space-between" gap="8px 16px" fz="xs" data-foot>
      <span className={`${looks.muted} ${looks.numbers}`}>
        {listText.range({ from, to: Math.min(matched, from + state.size - 1), matched })}
      </span>
      {pages > 1 && <Pages page={page} pages={pages} goTo={goTo} />}
      <Group component="label" className={styles.size} gap={8} c="dimmed">
        {listText.rowsPerPage}
        <select
          value={state.size}
          onChange={(event) => state.change({ size: pageSizes[event.currentTarget.selectedIndex] ?? smallest })}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </Group>
    </Group>
  );
}

/** The first, last and neighbouring pages. Plain buttons, because they are rendered with every list. */
function Pages({ page, pages, goTo }: { page: number; pages: number; goTo: (page: number) => void }) {
  const { range } = usePagination({ total: pages, page });
  const all = useRef<HTMLDivElement>(null);
  // A button that is disabled by its own click would lose the focus.
  const step = (next: number) => (): void => {
    if (next === 1 || next === pages) all.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus();
    goTo(next);
  };
  return (
    <Group className={styles.pages} gap={6} ref={all}>
      <button type="button" aria-label={listText.previousPage} disabled={page === 1} onClick={step(page - 1)}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </button>
      {range.map((item, index) =>
        item === 'dots' ? (
          <span key={`after-${range[index - 1]}`} className={looks.muted}>
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            data-page={item}
            aria-label={listText.page({ page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => goTo(item)}
          >
            {item}
          </button>
        ),
      )}
      <button type="button" aria-label={listText.nextPage} disabled={page === pages} onClick={step(page + 1)}>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
    </Group>
  );
}
