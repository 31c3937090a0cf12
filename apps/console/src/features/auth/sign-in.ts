import { calls, tokenOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { loginSchema } from './fields.ts';

export const checkLogin = fieldChecks(loginSchema);

/**
 * Signs in with the server and returns the token.
 *
 * @throws {ApiError} 'Invalid email or password' and other refusals.
 */
export async function authorize(email: string, password: string): Promise<string> {
  return tokenOf(await client.send(calls.authorize, { body: { username: email.trim(), password } }));
}
