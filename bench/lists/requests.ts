import type { List } from './lists.ts';

/** A request for a page of a list. */
export interface ListRequest {
  readonly path: string;
  readonly sort: string;
  /** In words, for a report. */
  readonly asked: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Values of an account to search and filter its lists by. */
export interface Samples {
  readonly searches: Readonly<Record<string, string>>;
  /** Values of filters that take any text, by the filter's name. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

const limit = '50';

/**
 * Returns all requests for measuring a list: each order without a search and with every search and filter.
 *
 * @throws {Error} when there is no value for a filter: a new filter must be measured, too.
 */
export function requestsOf(list: List, account: string | null, samples: Samples): readonly ListRequest[] {
  const base = { limit, ...(account === null ? {} : { account }) };
  const searches = list.searched ? Object.entries(samples.searches) : [];
  const filters = list.filters.flatMap(({ name, values }) => {
    const chosen = values.length > 0 ? values : samples.filters[name];
    if (!chosen) throw new Error(`There is no value to narrow ${list.path} by ${name}.`);
    return chosen.map((value, index) => ({
      name,
      value,
      asked: values.length > 0 ? `${name}=${value}` : `${name} ${index + 1}`,
    }));
  });
  return list.sorts.flatMap((sort) => {
    const of = (asked: string, query: Readonly<Record<string, string>> = {}): ListRequest => ({
      path: list.path,
      sort,
      asked,
      query: { ...base, sort, ...query },
    });
    return [
      of('everything'),
      ...searches.map(([asked, search]) => of(`search: ${asked}`, { search })),
      ...filters.map(({ name, value, asked }) => of(asked, { [name]: value })),
    ];
  });
}

/** A path with its query. */
export function addressOf({ path, query }: Pick<ListRequest, 'path' | 'query'>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
