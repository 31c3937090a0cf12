import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { listText } from '#i18n/text/every-page.ts';
import type { EmptyWords } from '#ui/feedback/empty-state.tsx';

/**
 * The filter of a list, set by a link in the address: `?filter=ending`.
 *
 * @param words the common property of each filter's rows, in words
 * @param none the words of the list if it has no rows without a filter
 * @returns the filter, null without one; the button that removes it; and the words of the list if it has no rows
 */
export function useListFilter<Name extends string>(
  words: Readonly<Record<Name, string>>,
  none: EmptyWords,
): { filter: Name | null; button: ReactNode; empty: EmptyWords } {
  const [params, setParams] = useSearchParams();
  const filter = (Object.keys(words) as Name[]).find((name) => name === params.get('filter')) ?? null;
  if (!filter) return { filter, button: null, empty: none };
  const remove = (): void => setParams(withoutFilter, { replace: true, preventScrollReset: true });
  const name = words[filter];
  const button = (
    <Button
      size="compact-sm"
      fw={500}
      aria-label={listText.removeFilter({ name })}
      rightSection={<IconX size={14} aria-hidden="true" />}
      onClick={remove}
    >
      {name}
    </Button>
  );
  const empty = { title: listText.noMatchTitle, hint: listText.noMatchOfFilter({ name }) };
  return { filter, button, empty };
}

/** The search parameters of the whole list, from its first page. */
export function withoutFilter(params: URLSearchParams): URLSearchParams {
  const whole = new URLSearchParams(params);
  whole.delete('filter');
  whole.delete('page');
  return whole;
}
