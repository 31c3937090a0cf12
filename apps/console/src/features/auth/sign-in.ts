import { calls, type OutputOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { loginSchema } from './fields.ts';
import type { PickedPasskey } from './passkey-autofill.ts';

/** A sign-in is finished and has a token, or wants a second factor and has a challenge. */
export type SignInReply = OutputOf<typeof calls.authorize>;

export const checkLogin = fieldChecks(loginSchema);

/**
 * Signs in with the server.
 *
 * @throws {ApiError} 'Invalid email or password' and other refusals.
 */
export function authorize(email: string, password: string): Promise<SignInReply> {
  return client.send(calls.authorize, { body: { username: email.trim(), password } });
}

/** Signs in by a passkey alone. */
export function authorizeByPasskey(body: PickedPasskey): Promise<SignInReply> {
  return client.send(calls.signInByPasskey, { body });
}
