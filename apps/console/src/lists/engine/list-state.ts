import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from '#lists/columns/column.ts';
import { deviceStorage } from '#ui/browser-storage.ts';

export const pageSizes = [25, 50, 100] as const;
type PageSize = (typeof pageSizes)[number];
const defaultSize: PageSize = 50;
/** Storage key of the page size that was chosen last, on any list. */
const sizeEntry = 'pageSize';

function storedSize(): PageSize {
  const size = Number(deviceStorage.getItem(sizeEntry));
  return pageSizes.find((each) => each === size) ?? defaultSize;
}

export interface ListValues {
  search: string;
  /** Id of the column that sorts the list; `descending` reverses the order. */
  sort: string;
  descending: boolean;
  /** Counts from 1. */
  page: number;
  size: PageSize;
}

/**
 * Reads a list's state from the address. Missing or invalid values have their defaults.
 * @param otherSize the page size if the address has none.
 */
export function readList(params: URLSearchParams, sortable: readonly string[], otherSize = defaultSize): ListValues {
  const sort = params.get('sort') ?? '';
  const column = sort.replace(/^-/, '');
  const known = sortable.includes(column);
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    search: params.get('search') ?? '',
    sort: known ? column : (sortable[0] ?? ''),
    descending: known && sort.startsWith('-'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((each) => each === size) ?? otherSize,
  };
}

/** Writes changed values into the address. A change without a page goes back to the first page. */
export function writeList(params: URLSearchParams, change: Partial<ListValues>, defaultSort: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string): void => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  const { page = 1 } = change;
  put('page', page === 1 ? '' : String(page));
  if (change.search !== undefined) put('search', change.search);
  if (change.size !== undefined) put('size', change.size === defaultSize ? '' : String(change.size));
  if (change.sort !== undefined) {
    const isDefault = change.sort === defaultSort && !change.descending;
    put('sort', isDefault ? '' : `${change.descending ? '-' : ''}${change.sort}`);
  }
  return next;
}

export interface ListState extends ListValues {
  change: (change: Partial<ListValues>) => void;
}

/**
 * A list's search, sort, page and page size, kept in the address; history entries are replaced, never pushed.
 * @param defaultSort id of the column that sorts the list by default; without it, the first that can.
 */
export function useListState<Row>(columns: readonly Column<Row>[], defaultSort?: string): ListState {
  const [params, setParams] = useSearchParams();
  const ids = columns.filter(({ sort }) => sort).map(({ id }) => id);
  const sortable = defaultSort === undefined ? ids : [defaultSort, ...ids];
  const change = (values: Partial<ListValues>) => {
    if (values.size !== undefined) deviceStorage.setItem(sizeEntry, String(values.size));
    setParams((current) => writeList(current, values, sortable[0] ?? ''), { replace: true, preventScrollReset: true });
  };
  return { ...readList(params, sortable, storedSize()), change };
}

/** The same for a list inside a dialog, whose state is local and not in the address. */
export function useLocalListState(sort: string): ListState {
  const [values, setValues] = useState(() => readList(new URLSearchParams(), [sort], storedSize()));
  const change = (next: Partial<ListValues>) => setValues((current) => ({ ...current, page: 1, ...next }));
  return { ...values, change };
}
