import { type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSource } from '#lists/engine/listing.ts';
import { listingQuery, useFound } from '#lists/engine/use-list.ts';
import type { Version } from '#server/client/version.ts';
import { byLabel } from './by-label.ts';
import { type Chosen, OptionPicker, type PickerOption, type PickerProps } from './option-picker.tsx';

const foundLimit = 50;

interface OptionsOf<Item, Key extends QueryKey> {
  source: ListSource<Item>;
  /** The option of an item; null if it is not offered. */
  option: (item: Item) => PickerOption | null;
  /** Values of the chosen options. */
  chosen: readonly string[];
  /** The query of a chosen item, which a search may not find; not needed for a list that is never searched. */
  one?: ((value: string) => UseQueryOptions<Version<Item>, Error, Version<Item>, Key>) | undefined;
}

/**
 * The options of a selector: the whole list or, if it is too long, the hits of a search on the server and the chosen
 * options.
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
  // The field shows the chosen option and is the search field too: it is rendered once that option is loaded.
  const [ready, setReady] = useState(false);
  if (!ready && items && named.every(({ isPending }) => !isPending)) setReady(true);
  const labels = [...more, ...offered].filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return {
    /** Undefined until they are loaded, including the chosen ones. */
    options: ready && items ? [...more, ...offered] : undefined,
    /** Whether the options are of an earlier search; until the server has answered, they are filtered here. */
    pending: found.pending,
    /** Whether there are more items than these options. */
    more: items !== undefined && items.length < (reply?.total ?? 0),
    failure: items ? found.failure : listing.error,
    onRetry: () => void listing.refetch(),
    /** Set if the server searches. */
    onSearch: long
      ? // The label of a chosen option is not a search.
        (text: string) => setTyped(labels.includes(text) ? '' : text)
      : undefined,
  };
}

type RemotePickerProps<Item, Key extends QueryKey> = Omit<OptionsOf<Item, Key>, 'chosen'> &
  Omit<PickerProps, keyof ReturnType<typeof useOptions>> &
  Chosen;

/** A selector over a list of the server, which searches long lists. */
export function RemotePicker<Item, Key extends QueryKey>(props: RemotePickerProps<Item, Key>) {
  const { source, option, one, ...picker } = props;
  const chosen = typeof props.value === 'string' ? [props.value] : (props.value ?? []);
  return <OptionPicker {...picker} {...useOptions({ source, option, one, chosen })} />;
}
