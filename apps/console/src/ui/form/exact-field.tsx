import { TextInput, type TextInputProps } from '@mantine/core';

/** A text field for an identifier or an address, which the browser does not complete, correct or capitalize. */
export function ExactField(props: TextInputProps) {
  return <TextInput autoCapitalize="none" autoComplete="off" spellCheck={false} {...props} />;
}
