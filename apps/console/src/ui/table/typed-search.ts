import { useEffect, useRef, useState } from 'react';

/** How long nobody types before the address says what was typed, in ms. */
const debounce = 120;

export interface TypedSearch {
  /** What the box holds at this moment. */
  typed: string;
  type: (text: string) => void;
  /** Calls `onChange` at once with what it has not got yet: the user goes on to something else. */
  finish: () => void;
}

/**
 * What is typed into a search, debounced; at once when it is cleared.
 *
 * @param value what the address says
 */
export function useTypedSearch(value: string, onChange: (value: string) => void): TypedSearch {
  const [typed, setTyped] = useState(value);
  /** The value of the address, and what was sent to it since: it may lag behind the typing. */
  const sent = useRef([value]);
  const timer = useRef<number | undefined>(undefined);

  // The address may change by other means, such as the back button.
  useEffect(() => {
    const known = sent.current.lastIndexOf(value);
    sent.current = known < 0 ? [value] : sent.current.slice(known);
    if (known >= 0) return;
    window.clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const send = (next: string): void => {
    window.clearTimeout(timer.current);
    sent.current.push(next);
    onChange(next);
  };
  const type = (next: string): void => {
    setTyped(next);
    window.clearTimeout(timer.current);
    if (next === '') send(next);
    else timer.current = window.setTimeout(() => send(next), debounce);
  };
  const finish = (): void => {
    if (typed !== sent.current.at(-1)) send(typed);
  };
  return { typed, type, finish };
}
