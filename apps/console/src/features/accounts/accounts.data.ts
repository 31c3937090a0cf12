import { type Account, calls } from '@keyhold/contract';
import { accountQuery } from '#api/accounts.ts';
import { actionMutation, bodyMutation, recordMutation } from '#api/call-mutations.ts';
import { paramsOf } from '#api/change.ts';
import { client } from '#api/client.ts';
import { currentOf } from '#api/record-query.ts';
import { selectAccount, selectedAccount } from '#api/selected-account.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { accountsText } from '#text/accounts.ts';

const invalidates = ['account'];

export const currentAccount = currentOf(accountQuery);

export const createAccount = bodyMutation(calls.createAccount, { invalidates, success: accountsText.created });

const updated = { query: accountQuery, success: accountsText.updated };

export const updateAccount = recordMutation(calls.updateAccount, updated);

export const setAccountStatus = recordMutation(calls.updateAccountStatus, updated);

export const setAccountOwner = recordMutation(calls.updateAccountOwner, {
  query: accountQuery,
  body: ({ owner }: Pick<Account, 'owner'>) => {
    if (!owner) throw new Error(accountsText.ownerRequired);
    return { owner };
  },
  success: accountsText.ownerUpdated,
});

/** Restoring an account also restores what was deleted with it. */
const restoreAccount = actionMutation(calls.restoreAccount, { invalidates, success: accountsText.restored });

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
