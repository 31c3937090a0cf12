import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password field. Unlike Mantine's, it is marked invalid on an error, so that it can be found and focused. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
