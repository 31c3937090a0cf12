import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  Pill,
  type SelectProps,
} from '@mantine/core';
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { listText } from '#text/lists.ts';
import styles from './selectors.module.css';

/** A closed list of options is not there: with its field's name it would be a second field of that name. */
const whileOpen = { keepMounted: false } as const;
/** A list that stays open for the next choice makes room for itself below its field, so that it covers nothing. */
const belowField = { ...whileOpen, withinPortal: false, position: 'bottom', middlewares: { flip: false } } as const;
/** In a dialog, which would move as it grows, it stands above its field and label, where it does not cover the button. */
const aboveField = { ...whileOpen, position: 'top', middlewares: { flip: { padding: 32 } } } as const;

/** A selector of one option. */
export function Select({ comboboxProps, ...props }: SelectProps<string>) {
  const [rendered, renderAgain] = useRenderAgain();
  return (
    <MantineSelect
      {...props}
      data-rendered={rendered}
      comboboxProps={{ ...whileOpen, ...comboboxProps, onEnterTransitionEnd: renderAgain }}
    />
  );
}

/** A selector of several options. What is chosen belongs to the field's description, and each can be removed by a button. */
export function MultiSelect(props: MultiSelectProps<string>) {
  const [rendered, renderAgain] = useRenderAgain();
  const place = useRef<HTMLDivElement>(null);
  const [inDialog, setInDialog] = useState(false);
  useEffect(() => setInDialog(Boolean(place.current?.closest('[role="dialog"]'))), []);
  useHeightWhilePressed(place);
  return (
    <div ref={place}>
      <MantineMultiSelect
        {...props}
        data-rendered={rendered}
        renderPill={renderPill}
        comboboxProps={{ ...(inDialog ? aboveField : belowField), onEnterTransitionEnd: renderAgain }}
        classNames={{ dropdown: inDialog ? styles.aboveField : styles.belowField }}
      />
    </div>
  );
}

/** Keeps an element from becoming lower while a pointer is pressed: the button below it stays there for the click. */
function useHeightWhilePressed(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hold = (): void => place.current?.style.setProperty('min-height', `${place.current.offsetHeight}px`);
    // The click follows the end of the press.
    const release = (): unknown => setTimeout(() => place.current?.style.removeProperty('min-height'));
    const presses = new AbortController();
    const { signal } = presses;
    window.addEventListener('pointerdown', hold, { capture: true, signal });
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { capture: true, signal });
    return () => presses.abort();
  }, [place]);
}

const renderPill: NonNullable<MultiSelectProps<string>['renderPill']> = ({ option, value, onRemove, disabled }) => {
  const label = option?.label ?? String(value);
  const button = {
    className: styles.remove,
    'aria-label': listText.remove({ name: label }),
    'aria-hidden': false,
    tabIndex: 0,
  };
  return (
    <Pill withRemoveButton={!disabled} onRemove={() => onRemove?.()} removeButtonProps={button}>
      {label}
    </Pill>
  );
};

/**
 * Draws a field again, for when its list is there: only then does the field say which list it controls. Twice, because a
 * list has its lasting id once it was rendered itself. The field is given the count, without which it would not be rendered.
 */
function useRenderAgain(): readonly [rendered: number, renderAgain: () => void] {
  const [rendered, renderAgain] = useReducer((count: number) => count + 1, 0);
  const once = rendered % 2 === 1;
  useEffect(() => {
    if (once) renderAgain();
  }, [once]);
  return [rendered, renderAgain];
}
