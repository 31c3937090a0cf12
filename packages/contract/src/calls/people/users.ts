import * as z from 'zod';
import {
  accountQuery,
  action,
  actionOrOneself,
  call,
  idParams,
  itemOf,
  itemsOf,
  listQuery,
  pageQuery,
  resolveQuery,
  resourcesOf,
  searchAlso,
} from '../../call.ts';
import { anyId, anyRn, emptyBeyond } from '../../fields/bounds.ts';
import { newPasswordSchema, passwordLimit } from '../../fields/fields.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { languages, preferencesSchema } from '../../resources/preferences.ts';
import {
  resources,
  roleSchema,
  sessionSchema,
  tagSchema,
  userSchema,
  userStatuses,
} from '../../resources/resources.ts';
import { listRoles } from './roles.ts';

const usersQuery = listQuery(['name', 'email', 'status', 'last-login', 'created-on', 'updated-on']).extend({
  ...searchAlso(userStatuses),
  ...resolveQuery.shape,
  status: z.enum(userStatuses, `status must be one of ${userStatuses.join(', ')}.`).optional(),
  role: anyRn().optional(),
  tag: anyRn().optional(),
  'without-factor': z
    .enum(['administrators', 'everyone'], 'without-factor must be administrators or everyone.')
    .optional()
    .meta({ description: 'Users with neither passkey nor authenticator app: among administrators, or among all.' }),
});
const carried = resourcesOf(z.union([roleSchema, tagSchema]));
const usersOutput = itemsOf(userSchema).extend({ resources: carried });

export const listUsers = call('listUsers', 'iam', 'GET /iam/v1/users', {
  summary: 'The users of the own account',
  access: action('iam:ListUsers'),
  query: usersQuery,
  output: usersOutput,
});

export const listAccountUsers = call('listAccountUsers', 'iam', 'GET /iam/v1/admin/users', {
  summary: 'The users of any account, for provider staff',
  access: action('iam:ListUsers'),
  query: usersQuery.extend(accountQuery.shape),
  output: usersOutput,
});

export const getUser = call('getUser', 'iam', 'GET /iam/v1/users/{id}', {
  summary: 'A user',
  access: { kind: 'action', action: 'iam:GetUser', oneself: true, applications: 'own' },
  params: idParams,
  query: resolveQuery,
  output: itemOf(userSchema).extend({ resources: carried.optional() }),
});

export const createUser = call('createUser', 'iam', 'POST /iam/v1/users', {
  summary: 'Create a user, who is Pending until they have set a password',
  access: action('iam:CreateUser'),
  status: 201,
  body: z.strictObject({
    ...resources.user.create,
    'account-id': anyId('account-id is missing: say which account the user belongs to.'),
  }),
  output: z.object({ resources: z.array(userSchema) }),
});

export const updateUser = call('updateUser', 'iam', 'PUT /iam/v1/users/{id}', {
  summary: 'Change a user',
  access: action('iam:UpdateUser'),
  proof: 'for-email',
  params: idParams,
  body: z.strictObject(resources.user.update),
  output: itemOf(userSchema),
});

export const deleteUser = call('deleteUser', 'iam', 'DELETE /iam/v1/users/{id}', {
  summary: 'Delete a user; their sessions end and their licenses are released',
  access: action('iam:DeleteUser'),
  params: idParams,
});

export const restoreUser = call('restoreUser', 'iam', 'POST /iam/v1/users/{id}/restore', {
  summary: 'Restore a deleted user',
  access: action('iam:DeleteUser'),
  params: idParams,
  body: z.strictObject({}).optional(),
  output: itemOf(userSchema),
});

export const changePassword = call('changePassword', 'iam', 'PUT /iam/v1/users/{id}/password', {
  summary: 'Change one’s own password; every session of the user ends',
  access: { kind: 'signed-in', oneself: true },
  params: idParams,
  body: z.strictObject({
    'current-password': z
      .string({ error: 'Old Password should not be empty' })
      .min(1, 'Old Password should not be empty')
      .check(emptyBeyond(passwordLimit)),
    'new-password': newPasswordSchema,
  }),
});

export const sendEmailConfirmation = call(
  'sendEmailConfirmation',
  'iam',
  'POST /iam/v1/users/{id}/email/confirmation',
  {
    summary: 'Mail the link again that confirms a user’s e-mail',
    access: actionOrOneself('iam:UpdateUser'),
    params: idParams,
    body: z.strictObject({}).optional(),
  },
);

export const unlinkIdentity = call('unlinkIdentity', 'iam', 'DELETE /iam/v1/users/{id}/identity', {
  summary: 'Unlink a user from the person at the provider; the next single sign-on links them again',
  access: action('iam:UpdateUser'),
  params: idParams,
});

const oneself = { kind: 'signed-in', oneself: true } as const;

export const getPreferences = call('getPreferences', 'iam', 'GET /iam/v1/users/{id}/preferences', {
  summary: 'The preferences of a user',
  access: oneself,
  params: idParams,
  output: itemOf(preferencesSchema),
});

export const updatePreferences = call('updatePreferences', 'iam', 'PUT /iam/v1/users/{id}/preferences', {
  summary: 'Choose the language of mails and pages',
  access: oneself,
  params: idParams,
  body: z.strictObject({
    language: z
      .enum(languages, `language must be one of ${languages.join(', ')}, or null.`)
      .nullish()
      .transform((language) => language ?? null),
  }),
  output: itemOf(preferencesSchema),
});

export const listUserRoles = call('listUserRoles', 'iam', 'GET /iam/v1/users/{id}/roles', {
  summary: 'The roles of a user',
  access: actionOrOneself('iam:GetUser'),
  params: idParams,
  query: listRoles.query,
  output: itemsOf(roleSchema),
});

export const addUserRole = call('addUserRole', 'iam', 'POST /iam/v1/users/{id}/roles', {
  summary: 'Add a role to a user',
  access: action('iam:AddUserRole'),
  params: idParams,
  body: z.strictObject({ role: rnSchema }),
});

export const removeUserRole = call('removeUserRole', 'iam', 'DELETE /iam/v1/users/{id}/roles/{roleId}', {
  summary: 'Remove a role from a user',
  access: action('iam:RemoveUserRole'),
  params: idParams.extend({ roleId: anyId() }),
});

export const addUserTag = call('addUserTag', 'iam', 'POST /iam/v1/users/{id}/tags', {
  summary: 'Add a tag to a user',
  access: action('iam:AddUserTag'),
  params: idParams,
  body: z.strictObject({ tag: rnSchema }),
});

export const removeUserTag = call('removeUserTag', 'iam', 'DELETE /iam/v1/users/{id}/tags/{tagId}', {
  summary: 'Remove a tag from a user',
  access: action('iam:RemoveUserTag'),
  params: idParams.extend({ tagId: anyId() }),
});

export const updateUserStatus = call('updateUserStatus', 'iam', 'PUT /iam/v1/users/{id}/status', {
  summary: 'Deactivate or reactivate a user',
  access: action('iam:UpdateUserStatus'),
  params: idParams,
  body: z.strictObject({ status: z.enum(['Active', 'Inactive'], 'status must be Active or Inactive.') }),
  output: itemOf(userSchema),
});

export const listUserSessions = call('listUserSessions', 'iam', 'GET /iam/v1/users/{id}/sessions', {
  summary: 'The sessions of a user',
  access: actionOrOneself('iam:ListSessions'),
  params: idParams,
  query: pageQuery,
  output: itemsOf(sessionSchema),
});

export const endUserSession = call('endUserSession', 'iam', 'DELETE /iam/v1/users/{id}/sessions/{sid}', {
  summary: 'End a session of a user',
  access: actionOrOneself('iam:EndSession'),
  params: idParams.extend({ sid: anyId() }),
});
