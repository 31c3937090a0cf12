import { InputBase } from '@mantine/core';
import { useId, useState } from 'react';
import { listed } from '#locale/formats.ts';
import { listText } from '#text/lists.ts';
import { focusFirst } from './focus-first.ts';
import { matchingOptions, optionFilter } from './option-filter.ts';
import { MultiSelect, Select } from './selectors.tsx';

export interface PickerOption {
  value: string;
  label: string;
}

export interface OptionPickerProps {
  label: string;
  options: readonly PickerOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** How many may be chosen; one makes it a single selector. */
  max?: number;
  /** What it reads when there is nothing to choose from. */
  empty: string;
  /** What it says when a search in it finds nothing. */
  nothingFound: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Where there are too many options to hold them all: is called with what is typed, and returns other options. */
  onSearch?: ((typed: string) => void) | undefined;
  /** Whether other options are being fetched; until then, those that are here are searched. */
  pending?: boolean;
  /** Whether there are more than the options. */
  more?: boolean;
}

/** A searchable selector of some of the things there are; several of them, unless only one may be chosen. */
export function OptionPicker(props: OptionPickerProps) {
  const {
    label,
    options,
    value,
    onChange,
    max,
    empty,
    nothingFound,
    error,
    required = false,
    disabled = false,
  } = props;
  const { onSearch, more = false, pending = false } = props;
  const [typed, setTyped] = useState('');
  const found = onSearch !== undefined && !pending;
  const filter = optionFilter({ found, more });
  if (options.length === 0 && !onSearch)
    return <EmptyPicker label={label} text={empty} required={required} error={error} />;
  const matching = matchingOptions(options, typed);
  const allChosen = max !== 1 && matching.length > 0 && matching.every((option) => value.includes(option.value));
  const shared = {
    label,
    data: [...options],
    searchable: true,
    nothingFoundMessage: pending ? listText.searching : allChosen ? listText.allChosen : nothingFound,
    error,
    withAsterisk: required,
    disabled,
    placeholder: props.placeholder ?? '',
    filter,
    ref: focusFirst,
    'data-autofocus': true,
    onSearchChange: (text: string) => {
      setTyped(text);
      onSearch?.(text);
    },
  };
  if (max === 1) {
    return (
      <Select {...shared} value={value[0] ?? null} onChange={(chosen) => onChange(chosen === null ? [] : [chosen])} />
    );
  }
  const chosenNames = listed(options.flatMap((option) => (value.includes(option.value) ? option.label : [])));
  return (
    <MultiSelect
      {...shared}
      placeholder={value.length > 0 ? '' : shared.placeholder}
      value={[...value]}
      aria-description={chosenNames && listText.chosenNames({ names: chosenNames })}
      onChange={onChange}
      hidePickedOptions
      {...(max !== undefined && { maxValues: max })}
    />
  );
}

interface EmptyPickerProps {
  label: string;
  text: string;
  required?: boolean;
  error?: string | undefined;
}

/** A disabled selector that says why there is nothing to choose. */
function EmptyPicker({ label, text, required = false, error }: EmptyPickerProps) {
  const id = useId();
  return (
    <InputBase
      id={id}
      component="button"
      type="button"
      role="combobox"
      aria-expanded={false}
      disabled
      multiline
      styles={{ input: { opacity: 1, color: 'var(--mantine-color-dimmed)', textAlign: 'start' } }}
      label={label}
      withAsterisk={required}
      error={error}
    >
      {text}
    </InputBase>
  );
}
