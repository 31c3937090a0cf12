import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { changePassword } from './change-password.ts';
import { restoreUser } from './restore-user.ts';
import { addUserRole, listUserRoles, removeUserRole } from './user-roles.ts';
import { endUserSession, listUserSessions } from './user-sessions.ts';
import { updateUserStatus } from './user-status.ts';
import { addUserTag, removeUserTag } from './user-tags.ts';
import { createUser, deleteUser, updateUser } from './users.ts';
import { getUser, listAccountUsers, listUsers } from './users-list.ts';

export function bindUsers(binder: Binder): void {
  binder.operation(calls.listUsers, listUsers);
  binder.operation(calls.listAccountUsers, listAccountUsers);
  binder.operation(calls.getUser, getUser);
  binder.operation(calls.createUser, createUser);
  binder.operation(calls.updateUser, updateUser);
  binder.operation(calls.deleteUser, deleteUser);
  binder.operation(calls.restoreUser, restoreUser);
  binder.operation(calls.updateUserStatus, updateUserStatus);
  binder.procedure(calls.changePassword, changePassword);
  binder.operation(calls.listUserRoles, listUserRoles);
  binder.operation(calls.addUserRole, addUserRole);
  binder.operation(calls.removeUserRole, removeUserRole);
  binder.operation(calls.addUserTag, addUserTag);
  binder.operation(calls.removeUserTag, removeUserTag);
  binder.operation(calls.listUserSessions, listUserSessions);
  binder.operation(calls.endUserSession, endUserSession);
}
