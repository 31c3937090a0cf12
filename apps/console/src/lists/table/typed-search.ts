import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** The debounce of the typed text before it is written to the address, in ms. */
const debounce = 120;

export type TypedSearch = ReturnType<typeof useTypedSearch>;

/**
 * The typed text of a search, debounced; clearing it takes effect at once.
 *
 * @param value the search in the address
 */
export function useTypedSearch(value: string, onChange: (value: string) => void) {
  /** The current text of the box. */
  const [typed, setTyped] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  /** The value of the address, and the values sent to it since: it may lag behind the typing. */
  const sent = useRef([value]);
  const send = useDebouncedCallback((text: string) => {
    sent.current.push(text);
    onChange(text);
  }, debounce);

  // The address may change by other means, such as the back button.
  useEffect(() => {
    const known = sent.current.lastIndexOf(value);
    sent.current = known < 0 ? [value] : sent.current.slice(known);
    if (known >= 0) return;
    send.cancel();
    setTyped(value);
  }, [value, send]);

  const type = (text: string): void => {
    setTyped(text);
    send(text);
    if (text === '') send.flush();
  };
  /** Clears the text and focuses the box: the pressed button disappears. */
  const clear = (): void => {
    type('');
    box.current?.focus();
  };
  /** Calls `onChange` at once with the pending text, because the user moves on to something else. */
  const finish = (): void => send.flush();
  return { typed, type, box, clear, finish };
}
