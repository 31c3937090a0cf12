import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { updateAccountOwner } from './account-owner.ts';
import { updateAccountStatus } from './account-status.ts';
import { createAccount, deleteAccount, getAccount, listAccounts, restoreAccount, updateAccount } from './accounts.ts';

export function bindAccounts(binder: Binder): void {
  binder.operation(calls.listAccounts, listAccounts);
  binder.operation(calls.getAccount, getAccount);
  binder.operation(calls.createAccount, createAccount);
  binder.operation(calls.updateAccount, updateAccount);
  binder.operation(calls.updateAccountOwner, updateAccountOwner);
  binder.operation(calls.updateAccountStatus, updateAccountStatus);
  binder.operation(calls.deleteAccount, deleteAccount);
  binder.operation(calls.restoreAccount, restoreAccount);
}
