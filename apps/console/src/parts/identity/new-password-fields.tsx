import { newPasswordSchema } from '@keyhold/contract';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod';
import { authText, fieldText } from '#i18n/text/every-page.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { PasswordField } from '#ui/form/password-field.tsx';

interface NewPassword {
  'new-password': string;
  /** The repetition of the password, as typed. */
  confirmation: string;
}

const checkPassword = fieldChecks(z.object({ 'new-password': newPasswordSchema }));

/** The errors of a new password and of its repetition, both at once. */
export function checkNewPassword(values: NewPassword): Partial<NewPassword> {
  const differs = values['new-password'] !== values.confirmation;
  return { ...checkPassword({ ...values }), ...(differs && { confirmation: fieldText.passwordsDiffer }) };
}

interface NewPasswordFieldsProps<Values extends NewPassword> {
  label: string;
  form: UseFormReturnType<Values>;
}

export function NewPasswordFields<Values extends NewPassword>({ label, form }: NewPasswordFieldsProps<Values>) {
  const labels = { 'new-password': label, confirmation: authText.confirmPassword };
  return Object.entries(labels).map(([name, shown]) => (
    <PasswordField key={name} label={shown} name={name} autoComplete="new-password" {...form.getInputProps(name)} />
  ));
}
