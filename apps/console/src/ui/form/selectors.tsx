import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  Pill,
  type SelectProps,
} from '@mantine/core';
import { type KeyboardEvent, type RefObject, use, useEffect, useReducer, useRef, useState } from 'react';
import { listText } from '#text/lists.ts';
import { CancelContext } from './form-bar.ts';
import styles from './selectors.module.css';

/**
 * A closed list of options is not there: with its field's name it would be a second field of that name. It begins where its
 * field begins: a centred one is misplaced until its width was measured.
 */
const whileOpen = { keepMounted: false, position: 'bottom-start' } as const;
/** A list that stays open for the next choice makes room for itself below its field, so that it covers nothing. */
const belowField = { ...whileOpen, withinPortal: false, middlewares: { flip: false } } as const;
/** In a dialog, which would move as it grows, it stands above its field and label, where it does not cover the button. */
const aboveField = { ...whileOpen, position: 'top-start', middlewares: { flip: { padding: 32 } } } as const;

type Option = Readonly<Record<'value' | 'label', string>>;

/** A selector of one option. */
export function Select(props: Omit<SelectProps<string>, 'data'> & { data?: readonly Option[] }) {
  const [rendered, renderAgain] = useRenderAgain();
  const search = useSearch(props.data?.find(({ value }) => value === props.value)?.label ?? '', props.onSearchChange);
  return (
    <MantineSelect
      openOnFocus={false}
      onKeyDown={chooseTyped}
      {...props}
      {...search}
      data-rendered={rendered}
      comboboxProps={{ ...whileOpen, onEnterTransitionEnd: renderAgain }}
    />
  );
}

/** A selector of several options. What is chosen belongs to the field's description, and each can be removed by a button. */
export function MultiSelect(props: MultiSelectProps<string>) {
  const [rendered, renderAgain] = useRenderAgain();
  const place = useRef<HTMLDivElement>(null);
  const inDialog = use(CancelContext) !== null;
  const search = useSearch('', props.onSearchChange);
  useHeightUntilClick(place);
  return (
    <div ref={place}>
      <MantineMultiSelect
        openOnFocus={false}
        onKeyDown={chooseTyped}
        {...props}
        {...search}
        data-rendered={rendered}
        renderPill={renderPill}
        comboboxProps={{ ...(inDialog ? aboveField : belowField), onEnterTransitionEnd: renderAgain }}
        classNames={{ dropdown: inDialog ? styles.aboveField : styles.belowField }}
      />
    </div>
  );
}

/** What is typed in a selector. When its list closes without a choice, it reads what was chosen before. */
function useSearch(chosen: string, onSearchChange: SelectProps<string>['onSearchChange']) {
  const [searchValue, setSearchValue] = useState(chosen);
  const search = (text: string): void => {
    setSearchValue(text);
    onSearchChange?.(text);
  };
  return { searchValue, onSearchChange: search, onDropdownClose: () => search(chosen) };
}

/**
 * Enter without an active option chooses the one that was typed whole, or the only one that is left. In an open list it never
 * submits the form.
 */
function chooseTyped(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const active = list?.querySelector('[data-combobox-selected]');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !list || active) return;
  event.preventDefault();
  const typed = field.value.trim().toLowerCase();
  const options = [...list.querySelectorAll<HTMLElement>('[role="option"]:not([data-combobox-disabled])')];
  const whole = options.filter(({ textContent }) => textContent?.trim().toLowerCase() === typed);
  const [only, another] = whole.length > 0 ? whole : options;
  if (typed !== '' && only && !another) only.click();
}

/** A touch that is no click, such as a long one, holds the height for so long after its end, in milliseconds. */
const longestTap = 500;

/**
 * Keeps an element from becoming lower from a press until its click, so that the button below it stays there. The click of a
 * touch follows some tasks after the end of the touch, and closes the list first.
 */
function useHeightUntilClick(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer: number | undefined;
    const hold = (): void => {
      window.clearTimeout(timer);
      place.current?.style.setProperty('min-height', `${place.current.offsetHeight}px`);
    };
    const releaseAfter = (delay: number) => (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => place.current?.style.removeProperty('min-height'), delay);
    };
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    window.addEventListener('pointerdown', hold, options);
    window.addEventListener('pointerup', releaseAfter(longestTap), options);
    for (const end of ['click', 'pointercancel']) window.addEventListener(end, releaseAfter(0), options);
    return () => {
      events.abort();
      window.clearTimeout(timer);
    };
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
