import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  Pill,
  type SelectProps,
} from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { listText } from '#text/lists.ts';
import styles from './selectors.module.css';

/** A closed list of options is not there: with its field's name it would be a second field of that name. */
const whileOpen = { keepMounted: false } as const;
/** A list that stays open for the next choice stands above its field and label, where it does not cover the form's button. */
const aboveField = { ...whileOpen, position: 'top', middlewares: { flip: { padding: 32 } } } as const;

/** A selector of one option. */
export function Select({ comboboxProps, ...props }: SelectProps<string>) {
  const [drawn, drawAgain] = useDrawAgain();
  return (
    <MantineSelect
      {...props}
      data-drawn={drawn}
      comboboxProps={{ ...whileOpen, ...comboboxProps, onEnterTransitionEnd: drawAgain }}
    />
  );
}

/** A selector of several options. What is chosen belongs to the field's description, and each can be removed by a button. */
export function MultiSelect(props: MultiSelectProps<string>) {
  const [drawn, drawAgain] = useDrawAgain();
  return (
    <MantineMultiSelect
      {...props}
      data-drawn={drawn}
      renderPill={renderPill}
      comboboxProps={{ ...aboveField, onEnterTransitionEnd: drawAgain }}
      classNames={{ dropdown: styles.aboveField }}
    />
  );
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
 * list has its lasting id once it was drawn itself. The field is given the count, without which it would not be drawn.
 */
function useDrawAgain(): readonly [drawn: number, drawAgain: () => void] {
  const [drawn, drawAgain] = useReducer((count: number) => count + 1, 0);
  const once = drawn % 2 === 1;
  useEffect(() => {
    if (once) drawAgain();
  }, [once]);
  return [drawn, drawAgain];
}
