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

/** What is said of a token when it is made. */
export type TokenTerms = BodyInputOf<typeof calls.createServiceAccountToken>;

interface NewToken {
  of: Pick<ServiceAccount, 'rn'>;
  body: TokenTerms;
}

/** Makes a token and returns its secret. */
export const createToken = mutation({
  send: async ({ of, body }: NewToken) =>
    (await client.send(calls.createServiceAccountToken, { params: paramsOf(of), body })).secret,
  invalidates,
  success: null,
});
