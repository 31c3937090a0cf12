import { NativeSelect, Pagination } from '@mantine/core';
import { listText } from '#text/lists.ts';
import type { Arrangement } from './arrange.ts';
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
    <div className="kh-table-foot">
      <span className="kh-muted kh-numbers">
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
      <div className="kh-page-size">
        <span className="kh-muted" aria-hidden="true">
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
      </div>
    </div>
  );
}
