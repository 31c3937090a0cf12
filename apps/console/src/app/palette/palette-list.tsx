import { Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { paletteText } from '#i18n/text/every-page.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import looks from '#ui/theme/looks.module.css';
import styles from './palette.module.css';
import type { PaletteItem, PaletteText } from './palette-items.ts';

interface PaletteListProps {
  groups: readonly { title: string; items: readonly PaletteItem[] }[];
  /** If Enter was pressed during the search, the first hit opens as soon as it arrives. */
  text: PaletteText;
  onText: (text: PaletteText) => void;
  onChoose: (item: PaletteItem) => void;
  /** Whether the search on the server is pending. */
  pending: boolean;
  /** The error of a failed search. */
  failure: unknown;
}

/** By how many items each key moves the active one. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

/** The palette's field and its list of hits: a combobox whose list is always open and never focused. */
export function PaletteList({ groups, text, onText, onChoose, pending, failure }: PaletteListProps) {
  const { typed, entered } = text;
  const id = useId();
  const items = groups.flatMap((group) => group.items);
  const [active, setActive] = useState<string | null>(null);
  const found = items.findIndex((item) => item.id === active);
  const index = Math.max(0, found);
  const current = items[index];
  const failed = failure ? messageOf(failure) : undefined;
  const note = pending ? undefined : (failed ?? (items.length === 0 && paletteText.nothing({ typed })));
  const list = useRef<HTMLDivElement>(null);
  const optionId = (item: PaletteItem): string => `${id}-${items.indexOf(item)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is the reason to scroll.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const openFirst = useEffectEvent(() => {
    if (current) onChoose(current);
  });
  useEffect(() => {
    if (entered && !pending) openFirst();
  }, [entered, pending]);

  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      // Matching screens and a manually selected item open without waiting for the search.
      if (pending && found < 0 && groups[0]?.title !== paletteText.screens) onText({ typed, entered: true });
      else if (current) onChoose(current);
    } else if (step !== undefined && items.length > 0) {
      event.preventDefault();
      const wraps = event.key.startsWith('Arrow');
      const to = index + step;
      const next = wraps ? (to + items.length) % items.length : Math.min(Math.max(to, 0), items.length - 1);
      setActive(items[next]?.id ?? null);
    }
  };
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label={paletteText.title}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        aria-autocomplete="list"
        placeholder={paletteText.placeholder}
        value={typed}
        onChange={(event) => {
          onText({ typed: event.currentTarget.value, entered: false });
          setActive(null);
        }}
        onKeyDown={move}
        data-autofocus
      />
      <div className={styles.list} role="listbox" aria-label={paletteText.title} id={`${id}-list`} ref={list}>
        {groups.map(({ title, items: options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, and no fieldset.
          <div role="group" aria-label={title} key={title}>
            <p aria-hidden="true">{title}</p>
            {options.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works where one types, by the active option.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays where one types.
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                aria-selected={item === current}
                onClick={() => onChoose(item)}
                onPointerMove={() => setActive(item.id)}
              >
                <span className={`${looks.cut} ${styles.label}`}>{item.label}</span>
                {item.detail && <span className={`${looks.cut} ${styles.detail}`}>{item.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {note && (
        <Text p={20} c="dimmed">
          {note}
        </Text>
      )}
      <VisuallyHidden role="status">
        {typed && !pending && (failed ?? paletteText.found({ count: items.length }))}
      </VisuallyHidden>
    </>
  );
}
