import { InputBase, InputWrapper, Skeleton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatList } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { filterRows } from '#lists/engine/arrange.ts';
import { ErrorAlert, messageOf } from '#ui/feedback/error-alert.tsx';
import { focusFirst } from '#ui/form/focus-first.ts';
import { optionFilter } from './option-filter.ts';
import { MultiSelect, Select } from './selectors.tsx';

export interface PickerOption {
  value: string;
  label: string;
}

export interface PickerProps {
  label: string;
  /** Undefined until they are loaded. */
  options: readonly PickerOption[] | undefined;
  /** The error of loading or searching them. */
  failure?: unknown;
  onRetry?: () => void;
  /** Displayed when there is nothing to choose from. */
  empty: string;
  /** Where the first option is made, below the text for nothing to choose from. */
  emptyAction?: ReactNode;
  /** Displayed when a search finds nothing. */
  nothingFound: string;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Called with the typed text if there are too many options to load them all; other `options` follow. */
  onSearch?: ((typed: string) => void) | undefined;
  /** Whether other options are being fetched; until then, the current ones are filtered. */
  pending?: boolean;
  /** Whether there are more options than these. */
  more?: boolean;
}

/** The choice: one option at most, or any number of them. */
export type Chosen =
  | { single: true; value: string | null; onChange: (value: string | null) => void }
  | { single?: false; value: readonly string[]; onChange: (value: string[]) => void };

/** A searchable selector of one or several options. */
export function OptionPicker(props: PickerProps & Chosen) {
  const { label, options, failure, onRetry, empty, nothingFound, error, required = false, disabled = false } = props;
  const { onSearch, more = false, pending = false } = props;
  const [typed, setTyped] = useState('');
  if (!options) return failure ? <ErrorAlert error={failure} onRetry={onRetry} /> : <FieldSkeleton label={label} />;
  const field = { label, error: error ?? (failure ? messageOf(failure) : undefined), withAsterisk: required };
  if (options.length === 0 && !onSearch) return <EmptyPicker empty={empty} action={props.emptyAction} {...field} />;
  const chosen = options.filter(({ value }) => !props.single && props.value.includes(value));
  const matching = filterRows(options, typed, (option) => [option.label]);
  const allChosen = matching.length > 0 && matching.every((option) => chosen.includes(option));
  const shared = {
    ...field,
    data: [...options],
    searchable: true,
    nothingFoundMessage: pending ? listText.searching : allChosen ? listText.allChosen : nothingFound,
    disabled,
    filter: optionFilter({ found: onSearch !== undefined && !pending && !failure, more }),
    ref: focusFirst,
    'data-autofocus': true,
    onSearchChange: (text: string) => {
      setTyped(text);
      onSearch?.(text);
    },
  };
  if (props.single) return <Select {...shared} value={props.value} onChange={props.onChange} />;
  const names = formatList(chosen.map((option) => option.label));
  return (
    <MultiSelect
      {...shared}
      value={[...props.value]}
      aria-description={names && listText.chosenNames({ names })}
      onChange={props.onChange}
      hidePickedOptions
    />
  );
}

/** A field whose options are still loading. */
function FieldSkeleton({ label }: { label: string }) {
  return (
    <InputWrapper label={label} labelElement="div" aria-busy="true">
      <Skeleton height={36} />
    </InputWrapper>
  );
}

interface EmptyPickerProps extends Pick<PickerProps, 'label' | 'empty' | 'error'> {
  withAsterisk: boolean;
  action: ReactNode;
}

/** A disabled selector that displays why there is nothing to choose. */
function EmptyPicker({ empty, action, ...field }: EmptyPickerProps) {
  return (
    <InputBase
      id={useId()}
      component="button"
      type="button"
      role="combobox"
      aria-expanded={false}
      disabled
      multiline
      styles={{ input: { opacity: 1, color: 'var(--mantine-color-dimmed)', textAlign: 'start' } }}
      description={action}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
    >
      {empty}
    </InputBase>
  );
}
