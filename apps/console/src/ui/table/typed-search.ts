import { useEffect, useRef, useState } from 'react';

/** How long nobody types before the address says what was typed, in ms. */
const rest = 120;

export interface TypedSearch {
  /** What the box holds at this moment. */
  typed: string;
  type: (text: string) => void;
  /** Tells at once what has not been told yet: whoever typed goes on to something else. */
  finish: () => void;
}

/**
 * What is typed into a search, which is told on after a moment of rest, and at once when it is cleared.
 *
 * @param value what the address says
 */
export function useTypedSearch(value: string, onChange: (value: string) => void): TypedSearch {
  const [typed, setTyped] = useState(value);
  /** What the address says, and after it what it was told and has not said yet: it may lag behind one who types. */
  const told = useRef([value]);
  const timer = useRef<number | undefined>(undefined);

  // The address may change by other means, such as the way back.
  useEffect(() => {
    const known = told.current.lastIndexOf(value);
    told.current = known < 0 ? [value] : told.current.slice(known);
    if (known >= 0) return;
    window.clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const tell = (next: string): void => {
    window.clearTimeout(timer.current);
    told.current.push(next);
    onChange(next);
  };
  const type = (next: string): void => {
    setTyped(next);
    window.clearTimeout(timer.current);
    if (next === '') tell(next);
    else timer.current = window.setTimeout(() => tell(next), rest);
  };
  const finish = (): void => {
    if (typed !== told.current.at(-1)) tell(typed);
  };
  return { typed, type, finish };
}
