import { type BodyInputOf, calls, type ServiceAccount } from '@keyhold/contract';
import { bodyMutation } from '#api/call-mutations.ts';
import { mutation, paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { serviceAccountsText } from '#text/service-accounts.ts';

const invalidates = ['service-account'];

export const createServiceAccount = bodyMutation(calls.createServiceAccount, {
  invalidates,
  success: serviceAccountsText.created,
});

/** The properties of a new token. */
export type TokenTerms = BodyInputOf<typeof calls.createServiceAccountToken>;

interface NewToken {
  of: Pick<ServiceAccount, 'rn'>;
  body: TokenTerms;
}

const sendToken = mutation({
  send: async ({ of, body }: NewToken, headers) =>
    (await client.send(calls.createServiceAccountToken, { params: paramsOf(of), body, headers })).secret,
  once: true,
  invalidates,
  success: null,
});

/**
 * Creates a token and returns its secret. Only the rn is passed on: a changed service account would change the
 * idempotency key, and a retry would create a second token.
 */
export function createToken({ of: { rn }, body }: NewToken): Promise<string> {
  return sendToken({ of: { rn }, body });
}
