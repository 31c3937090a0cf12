import type { QueryKey } from '@tanstack/react-query';
import { type Chosen, OptionPicker, type PickerProps } from '#ui/form/option-picker.tsx';
import { type OptionsOf, useOptions } from './use-options.ts';

type RemotePickerProps<Item, Key extends QueryKey> = Omit<OptionsOf<Item, Key>, 'chosen'> &
  Omit<PickerProps, keyof ReturnType<typeof useOptions>> &
  Chosen;

/** A selector over a list of the server, which searches it where it is long. */
export function RemotePicker<Item, Key extends QueryKey>(props: RemotePickerProps<Item, Key>) {
  const { source, option, one, ...picker } = props;
  const chosen = typeof props.value === 'string' ? [props.value] : (props.value ?? []);
  return <OptionPicker {...picker} {...useOptions({ source, option, one, chosen })} />;
}
