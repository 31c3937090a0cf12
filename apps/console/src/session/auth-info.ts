import { accountIdOf, type ConsoleConfig, permits, policySchema, type RoleName, roleNames } from '@keyhold/contract';
import * as z from 'zod';
import { errorText } from '#i18n/text/every-page.ts';
import './zod-without-eval.ts';

const policies = z.array(policySchema).default([]);

/** The fields of the signed-in user that the console reads, in a token and in replies. */
export const signedInUserSchema = z.object({
  rn: z.string(),
  email: z.string(),
  'first-name': z.string(),
  'last-name': z.string(),
  roles: z.array(z.object({ rn: z.string(), name: z.string(), policies })).default([]),
  policies,
});
type SignedInUser = z.infer<typeof signedInUserSchema>;

const flags = {
  admin: z.boolean(),
  rootAdmin: z.boolean(),
  sysAdmin: z.boolean(),
  tiliaAdmin: z.boolean(),
  accountAdmin: z.boolean(),
  canSwitchAccount: z.boolean(),
};
export type AuthFlag = keyof typeof flags;

/** The signed-in user, and the flags that decide what the console shows. The server checks every call. */
export const authInfoSchema = z.object({
  token: z.string(),
  user: signedInUserSchema,
  role: z.enum([...roleNames, 'User']),
  ...flags,
});
export type AuthInfo = z.infer<typeof authInfoSchema>;

/**
 * Reads the user inside a token: the field `cloud-user` of its payload, a JSON string.
 *
 * @throws {Error} with one of the token messages.
 */
export function readToken(token: unknown): SignedInUser {
  if (typeof token !== 'string') throw new Error(errorText.tokenNotString);
  const part = token.split('.')[1];
  if (!part) throw new Error(errorText.tokenPartMissing);
  const payload = parseJson(decodeBase64(part));
  const user = typeof payload === 'object' && payload !== null && 'cloud-user' in payload ? payload['cloud-user'] : '';
  const read = signedInUserSchema.safeParse(parseJson(typeof user === 'string' ? user : ''));
  if (!read.success) throw new Error(errorText.tokenNotJson);
  return read.data;
}

function decodeBase64(part: string): string {
  const text = part.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(text)) throw new Error(errorText.tokenNotBase64);
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(errorText.tokenNotJson);
  }
}

/**
 * Derives the role and the flags of a user from their token.
 *
 * @throws {Error} as {@link readToken}.
 */
export function buildAuthInfo(token: string, config: ConsoleConfig): AuthInfo {
  return authInfoOf(token, readToken(token), config);
}

/**
 * Derives the role and the flags of a user. The first matching role wins. A user in the provider's account who may list
 * accounts can switch accounts, and is then an admin.
 */
export function authInfoOf(token: string, user: SignedInUser, config: ConsoleConfig): AuthInfo {
  const role: RoleName | 'User' = roleNames.find((name) => user.roles.some((held) => held.name === name)) ?? 'User';
  const held = [...user.policies, ...user.roles.flatMap((each) => each.policies)];
  const canSwitchAccount = accountIdOf(user.rn) === config['provider-account-id'] && permits(held, 'adm:ListAccounts');
  const accountAdmin = role === 'Account Administrator';
  return {
    token,
    user,
    role,
    admin: role !== 'User' || canSwitchAccount,
    rootAdmin: role === 'Root Administrator',
    sysAdmin: role === 'System Administrator',
    accountAdmin,
    tiliaAdmin: accountAdmin && user.email.toLowerCase().endsWith(`@${config['provider-email-domain'].toLowerCase()}`),
    canSwitchAccount,
  };
}
