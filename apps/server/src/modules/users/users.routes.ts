import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import type { Totals } from '../../lists/totals.ts';
import { changePassword } from './change-password.ts';
import { getPreferences, updatePreferences } from './preferences.ts';
import { restoreUser } from './restore-user.ts';
import { addUserRole, listUserRoles, removeUserRole } from './user-roles.ts';
import { endUserSession, listUserSessions } from './user-sessions.ts';
import { updateUserStatus } from './user-status.ts';
import { addUserTag, removeUserTag } from './user-tags.ts';
import { createUser, deleteUser, getUser, updateUser } from './users.ts';
import { listAccountUsers, listUsers } from './users-list.ts';

export function bindUsers(binder: Binder, totals: Totals): void {
  binder.operation(calls.listUsers, listUsers(totals));
  binder.operation(calls.listAccountUsers, listAccountUsers(totals));
  binder.operation(calls.getUser, getUser);
  binder.operation(calls.createUser, createUser);
  binder.operation(calls.updateUser, updateUser);
  binder.operation(calls.deleteUser, deleteUser);
  binder.operation(calls.restoreUser, restoreUser);
  binder.operation(calls.updateUserStatus, updateUserStatus);
  binder.procedure(calls.changePassword, changePassword);
  binder.operation(calls.getPreferences, getPreferences);
  binder.operation(calls.updatePreferences, updatePreferences);
  binder.operation(calls.listUserRoles, listUserRoles);
  binder.operation(calls.addUserRole, addUserRole);
  binder.operation(calls.removeUserRole, removeUserRole);
  binder.operation(calls.addUserTag, addUserTag);
  binder.operation(calls.removeUserTag, removeUserTag);
  binder.operation(calls.listUserSessions, listUserSessions);
  binder.operation(calls.endUserSession, endUserSession);
}
