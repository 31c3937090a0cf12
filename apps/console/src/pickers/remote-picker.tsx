import type { QueryKey } from '@tanstack/react-query';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { FieldSkeleton } from '#ui/form/field-skeleton.tsx';
import { OptionPicker, type OptionPickerProps } from '#ui/form/option-picker.tsx';
import { type OptionsOf, useOptions } from './use-options.ts';

type RemotePickerProps<Item, Key extends QueryKey> = Omit<OptionsOf<Item, Key>, 'chosen'> &
  Omit<OptionPickerProps, 'options' | 'more' | 'pending' | 'onSearch'>;

/** A selector over a list of the server, which searches it where it is long. */
export function RemotePicker<Item, Key extends QueryKey>(props: RemotePickerProps<Item, Key>) {
  const { source, option, one, ...picker } = props;
  const { options, more, pending, error, retry, onSearch } = useOptions({ source, option, one, chosen: props.value });
  if (error && !options) return <ErrorAlert error={error} onRetry={retry} />;
  if (!options) return <FieldSkeleton label={props.label} />;
  return <OptionPicker {...picker} options={options} more={more} pending={pending} onSearch={onSearch} />;
}
