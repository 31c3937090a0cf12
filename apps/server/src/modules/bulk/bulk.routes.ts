import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { changeUserRoles, changeUserTags, deleteUsers } from './bulk-users.ts';
import { releaseLicenses } from './release-licenses.ts';

export function bindBulk(binder: Binder): void {
  binder.procedure(calls.changeUserTags, changeUserTags);
  binder.procedure(calls.changeUserRoles, changeUserRoles);
  binder.procedure(calls.deleteUsers, deleteUsers);
  binder.procedure(calls.releaseLicenses, releaseLicenses);
}
