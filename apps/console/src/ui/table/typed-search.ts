import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** How long nobody types before the address says what was typed, in ms. */
const debounce = 120;

export type TypedSearch = ReturnType<typeof useTypedSearch>;

/**
 * What is typed into a search, debounced; at once when it is cleared.
 *
 * @param value what the address says
 */
export function useTypedSearch(value: string, onChange: (value: string) => void) {
  /** What the box holds at this moment. */
  const [typed, setTyped] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  /** The value of the address, and what was sent to it since: it may lag behind the typing. */
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
  /** What was pressed goes; the box gets the focus. */
  const clear = (): void => {
    type('');
    box.current?.focus();
  };
  /** Calls `onChange` at once with what it has not got yet: the user goes on to something else. */
  const finish = (): void => send.flush();
  return { typed, type, box, clear, finish };
}
