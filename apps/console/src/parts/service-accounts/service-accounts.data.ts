import { type BodyInputOf, calls } from '@keyhold/contract';
import { serviceAccountsText } from '#i18n/text/people.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation } from '#server/mutation/call-mutations.ts';
import { mutation } from '#server/mutation/change.ts';

const invalidates: Kind[] = ['service-account'];

export const createServiceAccount = bodyMutation(calls.createServiceAccount, {
  invalidates,
  success: serviceAccountsText.created,
});

/** The properties of a new token. */
export type TokenTerms = BodyInputOf<typeof calls.createServiceAccountToken>;

/**
 * Creates a token and returns its secret. The service account is identified by its rn alone: its other fields may
 * change, which would change the idempotency key, and a retry would create a second token.
 */
export const createToken = mutation({
  send: async ({ rn, body }: { rn: string; body: TokenTerms }, headers) =>
    (await client.send(calls.createServiceAccountToken, { params: paramsOf({ rn }), body, headers })).secret,
  once: true,
  invalidates,
  success: null,
});
