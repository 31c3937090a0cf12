import { type BodyInputOf, calls, resourceIdOf, type User } from '@keyhold/contract';
import { type BulkSelection, unlessFailed } from '#api/bulk.ts';
import { type Change, mutation, paramsOf, type Version } from '#api/change.ts';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { savedUser } from '#api/update-user.ts';
import { type UserWithNames, userQuery } from '#api/users.ts';
import type { Deletion } from '#deletion/use-deletion.tsx';
import { difference } from '#record-form/merge.ts';
import { bulkText } from '#text/bulk.ts';
import { usersText } from '#text/users.ts';
import { errorStatus } from '#ui/feedback/error-status.ts';

export function currentUser({ rn }: { rn: string }): Promise<Version<UserWithNames>> {
  return fetchFresh(userQuery(resourceIdOf(rn)));
}

type UserStatus = BodyInputOf<typeof calls.updateUserStatus>['status'];

export const setUserStatus = mutation({
  send: ({ base, intent: status }: Change<UserWithNames, UserStatus>, headers) =>
    savedUser(base, client.sendForReply(calls.updateUserStatus, { params: paramsOf(base), body: { status }, headers })),
  updates: ({ base }) => userQuery(resourceIdOf(base.rn)).queryKey,
  invalidates: ['user'],
  success: usersText.updated,
});

export type MembershipKind = 'roles' | 'tags';

/** The rns of the roles, or of the tags, of a user. */
export const membershipOf = (kind: MembershipKind) => (user: UserWithNames) => ({
  chosen: user[kind].map(({ rn }) => rn),
});

/** How a role or a tag is added to a user, and removed. */
interface MembershipCalls {
  add: (params: { id: string }, rn: string) => Promise<unknown>;
  remove: (params: { id: string }, id: string) => Promise<unknown>;
}

/**
 * Saves what was added and removed since the form was opened; the changes of others since then stay. So no version is
 * sent along, and what is done already is no failure.
 */
function membershipMutation(kind: MembershipKind, { add, remove }: MembershipCalls) {
  return mutation({
    send: async ({ base, intent }: Change<UserWithNames, { chosen: string[] }>) => {
      const { added, removed } = difference(membershipOf(kind)(base).chosen, intent.chosen);
      const params = paramsOf(base);
      for (const rn of added) await add(params, rn);
      for (const rn of removed) {
        await remove(params, resourceIdOf(rn)).catch((error: unknown) => {
          if (errorStatus(error) !== 404) throw error;
        });
      }
      return currentUser(base);
    },
    invalidates: ['user'],
    success: usersText.updated,
  });
}

export const setUserRoles = membershipMutation('roles', {
  add: (params, role) => client.send(calls.addUserRole, { params, body: { role } }),
  remove: (params, roleId) => client.send(calls.removeUserRole, { params: { ...params, roleId } }),
});

export const setUserTags = membershipMutation('tags', {
  add: (params, tag) => client.send(calls.addUserTag, { params, body: { tag } }),
  remove: (params, tagId) => client.send(calls.removeUserTag, { params: { ...params, tagId } }),
});

export const restoreUser = mutation({
  send: (user: { rn: string }) => client.send(calls.restoreUser, { params: paramsOf(user), body: {} }),
  invalidates: ['user'],
  success: usersText.restored,
});

export const userDeletion: Deletion<UserWithNames> = {
  item: 'user',
  nameOf: ({ email }) => email,
  words: usersText,
  current: currentUser,
  remove: (user, headers) => client.send(calls.deleteUser, { params: paramsOf(user), headers }),
  restore: restoreUser,
};

/** The first step of a creation; the dialog says when all three are done. */
export const createUser = mutation({
  send: async (body: BodyInputOf<typeof calls.createUser>): Promise<User> => {
    const [user] = (await client.send(calls.createUser, { body })).resources;
    if (!user) throw new Error(usersText.notReturned);
    return user;
  },
  invalidates: ['user'],
  success: null,
});

export const addFirstRole = mutation({
  send: ({ user, role }: { user: User; role: string }) =>
    client.send(calls.addUserRole, { params: paramsOf(user), body: { role } }),
  invalidates: ['user'],
  success: null,
});

export const sendFirstLink = linkMutation(90, null);

/** Sends another activation link; the earlier one stops working. */
export const resendLink = linkMutation(30, usersText.resent);

function linkMutation(validDays: number, success: string | null) {
  return mutation({
    send: ({ rn }: { rn: string }) =>
      client.send(calls.sendActivationLink, { body: { user: rn, sendEmail: true, validDays } }),
    invalidates: ['user'],
    success,
  });
}

type BulkMembership = BulkSelection & { add: string[]; remove: string[] };

export const changeTagsOfMany = mutation({
  send: (body: BulkMembership) => client.send(calls.changeUserTags, { body }),
  invalidates: ['user'],
  success: unlessFailed(bulkText.usersUpdated),
});

export const changeRolesOfMany = mutation({
  send: (body: BulkMembership) => client.send(calls.changeUserRoles, { body }),
  invalidates: ['user'],
  success: unlessFailed(bulkText.usersUpdated),
});

export const deleteMany = mutation({
  send: (body: BulkSelection) => client.send(calls.deleteUsers, { body }),
  invalidates: ['user'],
  success: unlessFailed(bulkText.usersDeleted),
});
