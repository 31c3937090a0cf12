import { type Account, type BodyInputOf, calls, resourceIdOf } from '@keyhold/contract';
import { accountQuery } from '#api/accounts.ts';
import { type Change, mutation, paramsOf, type Version, versionOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { selectAccount, selectedAccount } from '#api/selected-account.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { accountsText } from '#text/accounts.ts';

const updates = ({ base }: { base: Account }) => accountQuery(resourceIdOf(base.rn)).queryKey;

export function currentAccount({ rn }: { rn: string }): Promise<Version<Account>> {
  return fetchFresh(accountQuery(resourceIdOf(rn)));
}

export const createAccount = mutation({
  send: (body: BodyInputOf<typeof calls.createAccount>) => client.send(calls.createAccount, { body }),
  invalidates: ['account'],
  success: accountsText.created,
});

export const updateAccount = mutation({
  send: ({ base, intent }: Change<Account, BodyInputOf<typeof calls.updateAccount>>, headers) =>
    versionOf(client.sendForReply(calls.updateAccount, { params: paramsOf(base), body: intent, headers })),
  updates,
  invalidates: ['account'],
  success: accountsText.updated,
});

export const setAccountOwner = mutation({
  send: async ({ base, intent }: Change<Account, { owner: string | null }>, headers) => {
    if (!intent.owner) throw new Error(accountsText.ownerRequired);
    const body = { owner: intent.owner };
    return versionOf(client.sendForReply(calls.updateAccountOwner, { params: paramsOf(base), body, headers }));
  },
  updates,
  invalidates: ['account'],
  success: accountsText.ownerUpdated,
});

type AccountStatus = BodyInputOf<typeof calls.updateAccountStatus>['status'];

export const setAccountStatus = mutation({
  send: ({ base, intent: status }: Change<Account, AccountStatus>, headers) =>
    versionOf(client.sendForReply(calls.updateAccountStatus, { params: paramsOf(base), body: { status }, headers })),
  updates,
  invalidates: ['account'],
  success: accountsText.updated,
});

const restoreAccount = mutation({
  send: (account: { rn: string }) => client.send(calls.restoreAccount, { params: paramsOf(account), body: {} }),
  invalidates: ['account'],
  success: accountsText.restored,
});

/** Restoring an account also restores what was deleted with it. */
export const accountDeletion: Deletion<Account> = {
  item: 'account',
  nameOf: ({ name }) => name,
  words: accountsText,
  current: currentAccount,
  remove: async (account, headers) => {
    const params = paramsOf(account);
    await client.send(calls.deleteAccount, { params, headers });
    // A deleted account cannot stay selected.
    if (selectedAccount()?.accountId === params.id) selectAccount(null);
  },
  restore: restoreAccount,
};
