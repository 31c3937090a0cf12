import { type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Version } from '#api/change.ts';
import type { ListSource } from '#api/listing.ts';
import { listingQuery, useFound } from '#api/use-list.ts';
import { type Chosen, OptionPicker, type PickerOption, type PickerProps } from '#ui/form/option-picker.tsx';
import { byLabel } from './by-label.ts';

const foundLimit = 50;

interface OptionsOf<Item, Key extends QueryKey> {
  source: ListSource<Item>;
  /** The option of an item; null where it is not offered. */
  option: (item: Item) => PickerOption | null;
  /** Values of the chosen options. */
  chosen: readonly string[];
  /** The query of a chosen item, which the search need not have found; a list that is never searched needs none. */
  one?: ((value: string) => UseQueryOptions<Version<Item>, Error, Version<Item>, Key>) | undefined;
}

/**
 * The options of a selector: everything there is, or, where that is too much, what a search on the server finds, and
 * what is chosen already.
 */
export function useOptions<Item, Key extends QueryKey>({ source, option, chosen, one }: OptionsOf<Item, Key>) {
  const listing = useQuery(listingQuery(source));
  const [typed, setTyped] = useState('');
  const long = listing.data?.extent === 'long';
  const found = useFound(source, long ? typed : '', foundLimit);
  const reply = found.reply ?? listing.data;
  const items = listing.data?.extent === 'growing' ? undefined : reply?.items;
  const offered = byLabel(items?.map(option).filter((each) => each !== null));
  const missing = long ? chosen.filter((value) => !offered.some((each) => each.value === value)) : [];
  const named = useQueries({ queries: one ? missing.map(one) : [] });
  const more = named.flatMap(({ data }) => (data ? (option(data.item) ?? []) : []));
  // The field that shows the chosen option is the search field too: it is rendered once that option is loaded.
  const [ready, setReady] = useState(false);
  if (!ready && items && named.every(({ isPending }) => !isPending)) setReady(true);
  const labels = [...more, ...offered].filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return {
    /** Undefined until they are known, and what is chosen among them. */
    options: ready && items ? [...more, ...offered] : undefined,
    /** Whether the options are those of an earlier search; until the server has answered, they are filtered here. */
    pending: found.pending,
    /** Whether there are more than the options. */
    more: items !== undefined && items.length < (reply?.total ?? 0),
    failure: items ? found.failure : listing.error,
    onRetry: () => void listing.refetch(),
    /** Set where the server searches. */
    onSearch: long
      ? // The label of the chosen option is no search.
        (text: string) => setTyped(labels.includes(text) ? '' : text)
      : undefined,
  };
}

type RemotePickerProps<Item, Key extends QueryKey> = Omit<OptionsOf<Item, Key>, 'chosen'> &
  Omit<PickerProps, keyof ReturnType<typeof useOptions>> &
  Chosen;

/** A selector over a list of the server, which searches it where it is long. */
export function RemotePicker<Item, Key extends QueryKey>(props: RemotePickerProps<Item, Key>) {
  const { source, option, one, ...picker } = props;
  const chosen = typeof props.value === 'string' ? [props.value] : (props.value ?? []);
  return <OptionPicker {...picker} {...useOptions({ source, option, one, chosen })} />;
}
