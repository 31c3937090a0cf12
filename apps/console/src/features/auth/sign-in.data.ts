import { type BodyInputOf, calls, emailSchema, type OutputOf } from '@keyhold/contract';
import * as z from 'zod';
import { fieldText } from '#i18n/text/every-page.ts';
import { client } from '#server/client/client.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import type { PickedPasskey } from './passkey/passkey-autofill.ts';

/** A finished sign-in has a token; one that needs a second factor has a challenge. */
export type SignInReply = OutputOf<typeof calls.authorize>;

export const checkLogin = fieldChecks(
  z.object({ email: emailSchema, password: z.string().min(1, fieldText.emptyPassword) }),
);

export const checkReset = fieldChecks(calls.resetPassword.body);

/**
 * Signs in with the server.
 *
 * @throws {ApiError} 'Invalid email or password' and other refusals.
 */
export function authorize(email: string, password: string): Promise<SignInReply> {
  return client.send(calls.authorize, { body: { username: email.trim(), password } });
}

/** Signs in with only a passkey. */
export function authorizeByPasskey(body: PickedPasskey): Promise<SignInReply> {
  return client.send(calls.signInByPasskey, { body });
}

/** Sets a password with an emailed key, and signs in with it. */
export function activate(body: BodyInputOf<typeof calls.activate>): Promise<SignInReply> {
  return client.send(calls.activate, { body });
}

/** Whose an activation key is. */
export type Activation = OutputOf<typeof calls.getActivation>;

/**
 * Asks whose an activation key is.
 *
 * @throws {ApiError} 'This activation key is not valid or has expired.'
 */
export function findActivation(key: string, signal: AbortSignal): Promise<Activation> {
  return client.send(calls.getActivation, { body: { 'activation-key': key }, signal });
}

/** Confirms an e-mail with the key of the link that was mailed to it. */
export async function confirmEmail(key: string): Promise<void> {
  await client.send(calls.confirmEmail, { body: { key } });
}

/** Requests a mail to set a new password. */
export async function requestReset(email: string): Promise<void> {
  await client.send(calls.resetPassword, { body: { email: email.trim() } });
}

/** Finishes a sign-in at the account's provider with the code that it returned. */
export function finishSingleSignOn(code: string): Promise<SignInReply> {
  return client.send(calls.finishSingleSignOn, { body: { code } });
}
