import { type Account, type BodyInputOf, calls } from '@keyhold/contract';
import { accountQuery } from '#data/accounts.ts';
import { fieldText } from '#i18n/text/every-page.ts';
import { accountsText } from '#i18n/text/people.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { mutation } from '#server/mutation/change.ts';
import { selectAccount, selectedAccount } from '#session/selected-account.ts';

const invalidates: Kind[] = ['account'];

export const currentAccount = currentOf(accountQuery);

/** Refuses the name of another account, compared trimmed and case-insensitively. `own` is the one being renamed. */
export function checkName(accounts: readonly Account[], own: string | null) {
  const comparable = (name: string): string => name.trim().toLowerCase();
  return ({ name }: { readonly name: string }) => {
    const taken = accounts.some((account) => account.rn !== own && comparable(account.name) === comparable(name));
    return taken ? { name: fieldText.accountNameTaken } : {};
  };
}

export const createAccount = bodyMutation(calls.createAccount, { invalidates, success: accountsText.created });

const updated = { query: accountQuery, success: accountsText.updated };

export const updateAccount = recordMutation(calls.updateAccount, updated);

export const setAccountStatus = recordMutation(calls.updateAccountStatus, updated);

export const setAccountOwner = recordMutation(calls.updateAccountOwner, {
  query: accountQuery,
  // The form requires an owner.
  body: ({ owner }: Pick<Account, 'owner'>) => ({ owner: owner ?? '' }),
  success: accountsText.ownerUpdated,
});

interface Restoration extends NonNullable<BodyInputOf<typeof calls.restoreAccount>> {
  rn: string;
}

/** Also restores the records that were deleted with the account, all of them or those that meet no conflict. */
export const restoreAccount = mutation({
  send: ({ rn, ...body }: Restoration) => client.send(calls.restoreAccount, { params: paramsOf({ rn }), body }),
  invalidates,
  success: accountsText.restored,
});

export const accountDeletion: Deletion<Account> = {
  kind: 'account',
  nameOf: ({ name }) => name,
  words: accountsText,
  current: currentAccount,
  remove: async (account, headers) => {
    const params = paramsOf(account);
    await client.send(calls.deleteAccount, { params, headers });
    // A deleted account cannot stay selected.
    if (selectedAccount()?.accountId === params.id) selectAccount(null);
  },
  restore: ({ rn }) => restoreAccount({ rn }),
};
