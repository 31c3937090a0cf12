import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password's field. Unlike the library's own it is marked invalid when its value is refused, so that it can be found and focused. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
