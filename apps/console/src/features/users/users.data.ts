import { type BodyInputOf, calls, resourceIdOf, type User } from '@keyhold/contract';
import { type UserWithNames, userQuery, userUpdate } from '#data/users.ts';
import { bulkText } from '#i18n/text/general.ts';
import { usersText } from '#i18n/text/people.ts';
import { unlessFailed } from '#lists/selection/bulk.ts';
import type { Deletion } from '#records/deletion/use-deletion.tsx';
import { difference } from '#records/form/merge.ts';
import type { Kind } from '#server/cache/kinds.ts';
import { currentOf } from '#server/cache/record-query.ts';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { actionMutation, bodyMutation, recordMutation } from '#server/mutation/call-mutations.ts';
import { type Change, mutation } from '#server/mutation/change.ts';
import { errorStatus } from '#ui/feedback/error-status.ts';

const invalidates: Kind[] = ['user'];

export const currentUser = currentOf(userQuery);

export const setUserStatus = recordMutation(calls.updateUserStatus, userUpdate);

export type MembershipKind = 'roles' | 'tags';

/** The rns of the roles, or of the tags, of a user. */
export const membershipOf = (kind: MembershipKind) => (user: UserWithNames) => ({
  chosen: user[kind].map(({ rn }) => rn),
});

/** Adds a role or a tag to a user by its rn, or removes it by its id. */
type MembershipCall = (user: { id: string }, which: string) => Promise<unknown>;

/**
 * Saves what was added and removed since the form was opened; changes by others since then stay. Therefore no version
 * is sent, and a membership that is already added or removed is not a failure.
 */
function membershipMutation(kind: MembershipKind, add: MembershipCall, remove: MembershipCall) {
  return mutation({
    send: async ({ item, intent }: Change<UserWithNames, { chosen: string[] }>) => {
      const { added, removed } = difference(membershipOf(kind)(item).chosen, intent.chosen);
      const params = paramsOf(item);
      for (const rn of added) await add(params, rn);
      for (const rn of removed) {
        await remove(params, resourceIdOf(rn)).catch((error: unknown) => {
          if (errorStatus(error) !== 404) throw error;
        });
      }
      return currentUser(item);
    },
    invalidates,
    success: usersText.updated,
  });
}

export const setUserRoles = membershipMutation(
  'roles',
  (params, role) => client.send(calls.addUserRole, { params, body: { role } }),
  (params, roleId) => client.send(calls.removeUserRole, { params: { ...params, roleId } }),
);

export const setUserTags = membershipMutation(
  'tags',
  (params, tag) => client.send(calls.addUserTag, { params, body: { tag } }),
  (params, tagId) => client.send(calls.removeUserTag, { params: { ...params, tagId } }),
);

/** Mails the link again that confirms the e-mail of a user. */
export const sendConfirmation = actionMutation(calls.sendEmailConfirmation, {
  invalidates,
  success: usersText.confirmationSent,
});

/** Unlinks a user from the person at the provider. */
export const unlinkUser = actionMutation(calls.unlinkIdentity, { invalidates, success: usersText.unlinked });

export const restoreUser = actionMutation(calls.restoreUser, { invalidates, success: usersText.restored });

export const userDeletion: Deletion<UserWithNames> = {
  kind: 'user',
  nameOf: ({ email }) => email,
  words: usersText,
  current: currentUser,
  remove: (user, headers) => client.send(calls.deleteUser, { params: paramsOf(user), headers }),
  restore: restoreUser,
};

/** The first step of a creation; the dialog reports when all three are done. */
export const createUser = mutation({
  send: async (body: BodyInputOf<typeof calls.createUser>, headers): Promise<User> => {
    const [user] = (await client.send(calls.createUser, { body, headers })).resources;
    if (!user) throw new Error(usersText.notReturned);
    return user;
  },
  once: true,
  invalidates,
  success: null,
});

export const addFirstRole = mutation({
  send: ({ user, role }: { user: User; role: string }) =>
    client.send(calls.addUserRole, { params: paramsOf(user), body: { role } }),
  invalidates,
  success: null,
});

export const sendFirstLink = linkMutation(90, null);

/** Sends another activation link; the earlier link stops working. */
export const resendLink = linkMutation(30, usersText.resent);

function linkMutation(validDays: number, success: string | null) {
  return mutation({
    send: ({ rn }: { rn: string }) =>
      client.send(calls.sendActivationLink, { body: { user: rn, sendEmail: true, validDays } }),
    invalidates,
    success,
  });
}

const usersUpdated = { invalidates, success: unlessFailed(bulkText.usersUpdated) };

export const changeTagsOfMany = bodyMutation(calls.changeUserTags, usersUpdated);

export const changeRolesOfMany = bodyMutation(calls.changeUserRoles, usersUpdated);

export const deleteMany = bodyMutation(calls.deleteUsers, {
  invalidates,
  success: unlessFailed(bulkText.usersDeleted),
});

export const setStatusOfMany = bodyMutation(calls.changeUserStatus, { invalidates, success: null });

export const sendLinksToMany = bodyMutation(calls.sendActivationLinks, {
  invalidates,
  success: unlessFailed(bulkText.linksSent),
});
