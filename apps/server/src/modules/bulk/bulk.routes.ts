import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { changeUserRoles, changeUserTags, deleteUsers } from './bulk-users.ts';
import { releaseLicenses } from './release-licenses.ts';

export function bindBulk(binder: Binder): void {
  binder.longProcedure(calls.changeUserTags, changeUserTags);
  binder.longProcedure(calls.changeUserRoles, changeUserRoles);
  binder.longProcedure(calls.deleteUsers, deleteUsers);
  binder.longProcedure(calls.releaseLicenses, releaseLicenses);
}
