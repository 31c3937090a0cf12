import {
  type ComboboxItem,
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  Pill,
  type SelectProps,
} from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, use, useEffect, useReducer, useRef, useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import { DialogContext } from '#ui/dialog/form-context.ts';
import styles from './selectors.module.css';

/**
 * A closed list of options is unmounted: with its field's name it would count as a second field of that name. It is
 * aligned with the start of its field: a centred list is misplaced until its width is measured.
 */
const whileOpen = { keepMounted: false, position: 'bottom-start' } as const;
/** A list that stays open for the next choice is in the flow below its field, so that it covers nothing. */
const belowField = { ...whileOpen, withinPortal: false, middlewares: { flip: false } } as const;
/** In a dialog, which would move as it grows, the list is above field and label and does not cover the button. */
const aboveField = { ...whileOpen, position: 'top-start', middlewares: { flip: { padding: 32 } } } as const;

const shared = {
  openOnFocus: false,
  onKeyDown: chooseTyped,
  // The options scroll natively: Mantine's scroll area has no keyboard support.
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;

/** A selector of one option. */
export function Select(props: Omit<SelectProps, 'data'> & { data?: readonly ComboboxItem[] }) {
  const [rendered, renderAgain] = useRenderAgain();
  const search = useSearch(props.data?.find(({ value }) => value === props.value)?.label ?? '', props.onSearchChange);
  return (
    <MantineSelect
      {...shared}
      allowDeselect={false}
      onFocus={selectText}
      onClick={selectText}
      {...props}
      {...search}
      data-rendered={rendered}
      comboboxProps={{ ...whileOpen, onEnterTransitionEnd: renderAgain }}
    />
  );
}

/** Selects the chosen label as text, so that typing a search replaces it. */
function selectText(event: { readonly currentTarget: HTMLInputElement }): void {
  event.currentTarget.select();
}

/** A selector of several options. The chosen ones belong to the field's description, and each has a remove button. */
export function MultiSelect(props: MultiSelectProps) {
  const [rendered, renderAgain] = useRenderAgain();
  const frame = useRef<HTMLDivElement>(null);
  const inDialog = use(DialogContext) !== null;
  const search = useSearch('', props.onSearchChange);
  useHeightUntilClick(frame);
  return (
    <div ref={frame}>
      <MantineMultiSelect
        {...shared}
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

/** The typed text of a selector. When its list closes without a choice, it shows the chosen option again. */
function useSearch(chosen: string, onSearchChange: SelectProps['onSearchChange']) {
  const [searchValue, setSearchValue] = useState(chosen);
  const search = (text: string): void => {
    setSearchValue(text);
    onSearchChange?.(text);
  };
  return { searchValue, onSearchChange: search, onDropdownClose: () => search(chosen) };
}

/**
 * On Enter without an active option, chooses the exact match or the only remaining option. In an open list, Enter never
 * submits the form.
 */
function chooseTyped(event: KeyboardEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  const active = list?.querySelector('[data-combobox-selected]');
  // A list that has just opened is not yet named by its field.
  const isOpen = list !== null || field.getAttribute('aria-expanded') === 'true';
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isOpen || active) return;
  event.preventDefault();
  if (!list) return;
  const typed = field.value.trim().toLowerCase();
  const options = [...list.querySelectorAll<HTMLElement>('[role="option"]:not([data-combobox-disabled])')];
  const whole = options.filter(({ textContent }) => textContent.trim().toLowerCase() === typed);
  const [only, another] = whole.length > 0 ? whole : options;
  if (typed !== '' && only && !another) only.click();
}

/** How long a touch without a click, such as a long press, holds the height after its end, in milliseconds. */
const longestTap = 500;

/**
 * Keeps an element from shrinking between a press and its click, so that the button below it does not move. The click
 * of a touch comes some tasks after the end of the touch, and the list closes first.
 */
function useHeightUntilClick(frame: RefObject<HTMLElement | null>): void {
  const timer = useRef<number>(undefined);
  const hold = (): void => {
    window.clearTimeout(timer.current);
    frame.current?.style.setProperty('min-height', `${frame.current.offsetHeight}px`);
  };
  const releaseAfter = (delay: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => frame.current?.style.removeProperty('min-height'), delay);
  };
  useWindowEvent('pointerdown', hold, { capture: true });
  useWindowEvent('pointerup', () => releaseAfter(longestTap), { capture: true });
  useWindowEvent('pointercancel', () => releaseAfter(0), { capture: true });
  useWindowEvent('click', () => releaseAfter(0), { capture: true });
}

const renderPill: NonNullable<MultiSelectProps['renderPill']> = ({ option, value, onRemove, disabled }) => {
  const label = option?.label ?? value;
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
 * Re-renders a field once its list is mounted: only then does it name the list it controls. Twice, because the list has
 * its final id only after its own render. The count is a prop, without which the field would not re-render.
 */
function useRenderAgain(): readonly [rendered: number, renderAgain: () => void] {
  const [rendered, renderAgain] = useReducer((count: number) => count + 1, 0);
  const once = rendered % 2 === 1;
  useEffect(() => {
    if (once) renderAgain();
  }, [once]);
  return [rendered, renderAgain];
}
