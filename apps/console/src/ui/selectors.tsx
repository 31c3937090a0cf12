import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from '@mantine/core';
import { useReducer } from 'react';

/** How long a list takes to be there after it was opened, in milliseconds. */
const soon = 60;

/** A closed list of options is not there: with its field's name it would be a second field of that name. */
const whileOpen = { keepMounted: false } as const;
/** A list that stays open for the next choice stands above its field, where it does not cover the form's button. */
const aboveField = { ...whileOpen, position: 'top' } as const;

/** A selector of one option. */
export function Select({ comboboxProps, ...props }: SelectProps<string>) {
  const tellOfList = useToldOfList();
  return <MantineSelect {...props} comboboxProps={{ ...whileOpen, ...comboboxProps }} onDropdownOpen={tellOfList} />;
}

/** A selector of several options. */
export function MultiSelect(props: MultiSelectProps<string>) {
  const tellOfList = useToldOfList();
  return <MantineMultiSelect {...props} comboboxProps={aboveField} onDropdownOpen={tellOfList} />;
}

/** Draws a field again once its list is there: only then does the field say which list it controls. */
function useToldOfList(): () => void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return () => window.setTimeout(drawAgain, soon);
}
