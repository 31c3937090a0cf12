import { ids, token } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const user = resources.user.example;
const role = resources.role.example;
const tag = resources.tag.example;
const session = resources.session.example;

const activationKey = 'hT2cN8vQ4rXw0yZbL6mKpS9dFgJ1aE3uI5oC7tRzVxY';
const params = { id: ids.ada };
const account = { account: ids.account };
const tagParams = { id: ids.prepress };
const carried = { [role.rn]: role, [tag.rn]: tag };
const users = { ...listOf(user), resources: carried };

/** Signing in; users, roles, tags and sessions. */
export const iamExamples: Examples = {
  authorize: { body: { username: user.email, password: 'correct horse battery' }, reply: { token } },
  getActivation: {
    body: { 'activation-key': 'q3v9…' },
    reply: { email: 'ada@acme.example', 'first-name': 'Ada', account: 'Acme Print' },
  },
  activate: {
    body: { 'activation-key': activationKey, 'new-password': 'correct horse battery' },
    reply: { token },
  },
  resetPassword: { body: { email: user.email } },
  confirmEmail: { body: { key: activationKey } },
  logout: { body: {} },
  sendActivationLink: { body: { user: user.rn, sendEmail: true, validDays: 30 }, reply: { activationKey } },

  listUsers: { query: { resolve: 'all', sort: 'name' }, reply: users },
  listAccountUsers: { query: account, reply: users },
  getUser: { params, query: { resolve: 'all' }, reply: { item: user, resources: carried } },
  createUser: {
    body: { ...bodyOf(resources.user, 'create'), 'account-id': ids.account },
    reply: {
      resources: [
        {
          ...user,
          status: 'Pending',
          'last-login': null,
          'last-password-change': null,
          'email-confirmed-on': null,
          mail: null,
          roles: [],
          tags: [],
        },
      ],
    },
  },
  updateUser: { params, body: bodyOf(resources.user, 'update'), reply: { item: user } },
  updateUserStatus: { params, body: { status: 'Active' }, reply: { item: user } },
  deleteUser: { params },
  sendEmailConfirmation: { params, body: {} },
  unlinkIdentity: { params },
  restoreUser: { params, body: {}, reply: { item: user } },
  changePassword: {
    params,
    body: { 'current-password': 'correct horse battery', 'new-password': 'staple in the haystack' },
  },
  getPreferences: { params, reply: { item: { language: 'de' } } },
  updatePreferences: { params, body: { language: 'de' }, reply: { item: { language: 'de' } } },
  listUserRoles: { params, reply: listOf(role) },
  addUserRole: { params, body: { role: role.rn } },
  removeUserRole: { params: { ...params, roleId: ids.administrator } },
  addUserTag: { params, body: { tag: tag.rn } },
  removeUserTag: { params: { ...params, tagId: ids.prepress } },
  listUserSessions: { params, reply: listOf(session) },
  endUserSession: { params: { ...params, sid: ids.session } },

  listRoles: { reply: listOf(role) },
  listAccountRoles: { query: account, reply: listOf(role) },

  listTags: { query: { search: 'press' }, reply: listOf(tag) },
  listAccountTags: { query: account, reply: listOf(tag) },
  getTag: { params: tagParams, reply: { item: tag } },
  createTag: { body: { ...bodyOf(resources.tag, 'create'), 'account-id': ids.account }, reply: { item: tag } },
  updateTag: { params: tagParams, body: bodyOf(resources.tag, 'update'), reply: { item: tag } },
  deleteTag: { params: tagParams },
  restoreTag: { params: tagParams, body: {}, reply: { item: tag } },

  watchChanges: { text: `event: changed\ndata: {"types":["tag"],"ids":["${ids.prepress}"]}\n\n` },
};
