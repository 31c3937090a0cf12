import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { listText } from '#text/lists.ts';

interface SearchBoxProps {
  /** What is searched, for the box's name: `Search users`. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search of a list: 400 wide where there is room. Typing is told on after a moment of rest, clearing at once. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  /** What the address says, and after it what it was told and has not said yet: it may lag behind one who types. */
  const told = useRef([value]);
  const timer = useRef<number | undefined>(undefined);

  // The address may change by other means: the way back, or 'Clear search' below an empty list.
  useEffect(() => {
    const known = told.current.lastIndexOf(value);
    told.current = known < 0 ? [value] : told.current.slice(known);
    if (known >= 0) return;
    window.clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const tell = (next: string): void => {
    told.current.push(next);
    onChange(next);
  };
  const change = (next: string): void => {
    setTyped(next);
    window.clearTimeout(timer.current);
    if (next === '') tell(next);
    else timer.current = window.setTimeout(() => tell(next), 120);
  };

  return (
    <TextInput
      type="search"
      className="kh-search"
      aria-label={label}
      placeholder={listText.search}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        typed ? <CloseButton size="sm" aria-label={listText.clearSearch} onClick={() => change('')} /> : undefined
      }
    />
  );
}
