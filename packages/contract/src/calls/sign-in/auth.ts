import * as z from 'zod';
import { action, call } from '../../call.ts';
import { emptyBeyond } from '../../fields/bounds.ts';
import { emailLimit, emailSchema, newPasswordSchema, passwordLimit, wholeNumberSchema } from '../../fields/fields.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { challengeSchema } from '../../resources/factors.ts';

/** The result of a sign-in: a token, or a challenge when a second factor is required. */
export const signInOutput = z.object({ token: z.string().optional(), challenge: challengeSchema.optional() });

export const authorize = call('authorize', 'auth', 'POST /auth/v1/authorize', {
  summary: 'Sign in with an e-mail address and a password',
  access: { kind: 'public' },
  body: z.strictObject({
    username: z.string({ error: 'Say who is signing in: username is missing.' }).check(emptyBeyond(emailLimit)),
    password: z.string({ error: 'Empty password' }).check(emptyBeyond(passwordLimit)),
  }),
  output: signInOutput,
});

/** The maximum length of a mailed key, in characters. */
const activationKeyLimit = 100;

export const activate = call('activate', 'auth', 'POST /auth/v1/activate', {
  summary: 'Set a password with an activation key, and sign in',
  access: { kind: 'public' },
  body: z.strictObject({
    'activation-key': z
      .string({ error: 'You need an activation key to access this page' })
      .check(emptyBeyond(activationKeyLimit)),
    'new-password': newPasswordSchema,
  }),
  output: signInOutput,
});

export const getActivation = call('getActivation', 'auth', 'POST /auth/v1/activation', {
  summary: 'Whose an activation key is',
  access: { kind: 'public' },
  body: z.strictObject({
    'activation-key': z
      .string({ error: 'You need an activation key to access this page' })
      .check(emptyBeyond(activationKeyLimit)),
  }),
  output: z.object({
    email: z.string(),
    'first-name': z.string(),
    account: z.string().meta({ description: 'The name of the account.' }),
  }),
});

export const resetPassword = call('resetPassword', 'auth', 'POST /auth/v1/reset', {
  summary: 'Request a mail with a link to reset the password',
  access: { kind: 'public' },
  body: z.strictObject({ email: emailSchema }),
});

export const confirmEmail = call('confirmEmail', 'auth', 'POST /auth/v1/confirm-email', {
  summary: 'Confirm an e-mail with the key of the link that was mailed to it',
  access: { kind: 'public' },
  body: z.strictObject({
    key: z.string({ error: 'The key of the link is missing.' }).check(emptyBeyond(activationKeyLimit)),
  }),
});

export const logout = call('logout', 'auth', 'POST /auth/v1/logout', {
  summary: 'End the session of this token',
  access: { kind: 'signed-in', applications: 'own' },
  body: z.strictObject({}).optional(),
});

export const sendActivationLink = call('sendActivationLink', 'auth', 'POST /auth/v1/activationLink', {
  summary: 'Issue a new activation key for a user, and optionally mail it',
  access: action('iam:SendActivationLink'),
  body: z.strictObject({
    user: rnSchema,
    sendEmail: z.boolean({ error: 'sendEmail must be true or false.' }),
    validDays: wholeNumberSchema(1, 365, 'validDays must be a whole number from 1 to 365.'),
  }),
  output: z.object({ activationKey: z.string() }),
});
