import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListSource } from '#api/listing.ts';
import { listingQuery } from '#api/use-list.ts';
import type { PickerOption } from '#ui/option-picker.tsx';
import { byLabel } from './by-label.ts';

/** Most options that a search on the server brings. */
const foundLimit = 50;

interface Found<Item> {
  item: Item;
  etag: string | null;
}

interface OptionsOf<Item, Key extends QueryKey> {
  source: ListSource<Item>;
  /** How a thing is offered; null where it is not. */
  option: (item: Item) => PickerOption | null;
  /** Values of the chosen options. */
  chosen: readonly string[];
  /** Asks for one chosen thing, which the search need not have found. */
  one: (value: string) => UseQueryOptions<Found<Item>, Error, Found<Item>, Key>;
}

/**
 * The options of a selector: everything there is, or, where that is too much, what a search on the server finds, and
 * what is chosen already.
 */
export function useOptions<Item, Key extends QueryKey>({ source, option, chosen, one }: OptionsOf<Item, Key>) {
  const listing = useQuery(listingQuery(source));
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 150);
  const remote = listing.data?.whole === false;
  const found = useQuery({
    queryKey: [...source.key, 'search', search],
    queryFn: ({ signal }) => source.ask({ limit: foundLimit, ...(search && { search }) }, signal),
    enabled: remote,
    placeholderData: keepPreviousData,
  });
  const items = remote ? found.data?.items : listing.data?.items;
  const offered = useMemo(() => byLabel(items?.map(option).filter((each) => each !== null)), [items, option]);
  const missing = remote ? chosen.filter((value) => !offered.some((each) => each.value === value)) : [];
  const named = useQueries({ queries: missing.map(one) });
  const more = named.flatMap(({ data }) => (data ? (option(data.item) ?? []) : []));
  const labels = [...more, ...offered].filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return {
    options: items && [...more, ...offered],
    error: listing.error ?? found.error,
    retry: () => void (listing.error ? listing.refetch() : found.refetch()),
    /** What a selector needs whose options the server searches. */
    onSearch: remote
      ? // A selector shows what is chosen where the search is typed; that is not a search.
        (text: string) => setTyped(labels.includes(text) ? '' : text.trim().slice(0, 200))
      : undefined,
  };
}
