import { calls, type User } from '@keyhold/contract';
import { usersText } from '#text/users.ts';
import { recordMutation } from './call-mutations.ts';
import { type UserWithNames, userQuery } from './users.ts';

/** Options that every change of a user shares. */
export const userUpdate = {
  query: userQuery,
  /** The reply of a change lacks the names of roles and tags, which do not change. */
  read: (user: User, { roles, tags }: UserWithNames): UserWithNames => ({ ...user, roles, tags }),
  success: usersText.updated,
};

export const updateUser = recordMutation(calls.updateUser, userUpdate);
