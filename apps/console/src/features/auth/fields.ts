import { emailSchema, newPasswordSchema } from '@keyhold/contract';
import * as z from 'zod';
import { fieldText } from '#text/auth.ts';

export const loginSchema = z.object({ email: emailSchema, password: z.string().min(1, fieldText.emptyPassword) });

export const resetSchema = z.object({ email: emailSchema });

/** A new password and its repetition; both messages show at once. */
export const activateSchema = z
  .object({ 'new-password': newPasswordSchema, confirmation: z.string() })
  .refine((values) => values['new-password'] === values.confirmation, {
    error: fieldText.passwordsDiffer,
    path: ['confirmation'],
    when: () => true,
  });
