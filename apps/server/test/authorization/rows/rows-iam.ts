import type { Row } from '../row.ts';

/** Signing in, users, roles and tags: each call's row of the wire document's tables. */
export const iamRows = {
  authorize: {
    about: 'nobody',
    request: async (make, account) => ({
      body: { username: (await make.person(account)).email, password: make.password },
    }),
  },
  activate: {
    about: 'nobody',
    request: async (make, account) => {
      const key = await make.activationKey(account, await make.user(account, { status: 'Pending' }));
      return { body: { 'activation-key': key, 'new-password': 'quite a fine new one' } };
    },
  },
  getActivation: {
    about: 'nobody',
    request: async (make, account) => {
      const key = await make.activationKey(account, await make.user(account, { status: 'Pending' }));
      return { body: { 'activation-key': key } };
    },
  },
  resetPassword: { about: 'nobody', request: (make) => ({ body: { email: make.email() } }) },
  confirmEmail: {
    about: 'nobody',
    request: async (make, account) => ({ body: { key: await make.emailConfirmation(account) } }),
  },
  logout: { about: 'the caller', request: () => ({ body: {} }) },
  sendActivationLink: {
    about: 'an account',
    needs: 'iam:SendActivationLink',
    rns: { user: { kind: 'user' } },
    unreachable: 400,
    request: async (make, account) => ({
      body: { user: (await make.user(account, { status: 'Pending' })).rn, sendEmail: true, validDays: 30 },
    }),
  },
  listUsers: {
    about: 'the own account',
    needs: 'iam:ListUsers',
    queryRns: { role: 'role', tag: 'tag' },
    request: () => ({ query: { resolve: 'all' } }),
  },
  listAccountUsers: {
    about: 'an account',
    needs: 'iam:ListUsers',
    accountIn: 'query',
    queryRns: { role: 'role', tag: 'tag' },
    request: async (make, account) => ({
      query: { account, resolve: 'all', role: (await make.role(account)).rn, tag: (await make.tag(account)).rn },
    }),
  },
  getUser: {
    about: 'an account',
    needs: 'iam:GetUser',
    oneself: true,
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id }, query: { resolve: 'all' } }),
  },
  createUser: {
    about: 'an account',
    needs: 'iam:CreateUser',
    accountIn: 'body',
    request: (make, account) => ({
      body: { email: make.email(), 'first-name': 'Fresh', 'last-name': 'Person', 'account-id': account },
    }),
  },
  updateUser: {
    about: 'an account',
    needs: 'iam:UpdateUser',
    ids: { id: 'user' },
    request: async (make, account) => ({
      params: { id: (await make.user(account)).id },
      body: { email: make.email(), 'first-name': 'Changed', 'last-name': 'Person', title: '', description: '' },
    }),
  },
  sendEmailConfirmation: {
    about: 'an account',
    needs: 'iam:UpdateUser',
    oneself: true,
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id }, body: {} }),
  },
  unlinkIdentity: {
    about: 'an account',
    needs: 'iam:UpdateUser',
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.linkedUser(account)).id } }),
  },
  deleteUser: {
    about: 'an account',
    needs: 'iam:DeleteUser',
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id } }),
  },
  restoreUser: {
    about: 'an account',
    needs: 'iam:DeleteUser',
    ids: { id: 'user' },
    restores: true,
    request: async (make, account) => ({ params: { id: (await make.user(account, { deleted: true })).id } }),
  },
  changePassword: {
    about: 'the caller',
    ids: { id: 'user' },
    another: 403,
    unknown: 403,
    malformed: 403,
    request: (make, person) => ({
      params: { id: person.id },
      body: { 'current-password': make.password, 'new-password': 'quite another one' },
    }),
  },
  getPreferences: {
    about: 'the caller',
    ids: { id: 'user' },
    another: 403,
    unknown: 403,
    malformed: 403,
    request: (_make, person) => ({ params: { id: person.id } }),
  },
  updatePreferences: {
    about: 'the caller',
    ids: { id: 'user' },
    another: 403,
    unknown: 403,
    malformed: 403,
    request: (_make, person) => ({ params: { id: person.id }, body: { language: 'de' } }),
  },
  listUserRoles: {
    about: 'an account',
    needs: 'iam:GetUser',
    oneself: true,
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id } }),
  },
  addUserRole: {
    about: 'an account',
    needs: 'iam:AddUserRole',
    ids: { id: 'user' },
    rns: { role: { kind: 'role' } },
    request: async (make, account) => {
      const user = await make.user(account);
      return { params: { id: user.id }, body: { role: (await make.role(account)).rn } };
    },
  },
  removeUserRole: {
    about: 'an account',
    needs: 'iam:RemoveUserRole',
    ids: { id: 'user', roleId: 'role' },
    request: async (make, account) => {
      const [user, role] = [await make.user(account), await make.role(account)];
      await make.assign(account, user, { role });
      return { params: { id: user.id, roleId: role.id } };
    },
  },
  addUserTag: {
    about: 'an account',
    needs: 'iam:AddUserTag',
    ids: { id: 'user' },
    rns: { tag: { kind: 'tag' } },
    request: async (make, account) => ({
      params: { id: (await make.user(account)).id },
      body: { tag: (await make.tag(account)).rn },
    }),
  },
  removeUserTag: {
    about: 'an account',
    needs: 'iam:RemoveUserTag',
    ids: { id: 'user', tagId: 'tag' },
    request: async (make, account) => {
      const [user, tag] = [await make.user(account), await make.tag(account)];
      await make.assign(account, user, { tag });
      return { params: { id: user.id, tagId: tag.id } };
    },
  },
  changeUserRoles: {
    about: 'an account',
    needs: 'iam:AddUserRole',
    accountIn: 'body',
    rns: { 'add.0': { kind: 'role' }, 'remove.0': { kind: 'role' } },
    request: async (make, account) => {
      const [one, other] = [await make.role(account), await make.role(account, 'Account Administrator')];
      const ids = [(await make.user(account)).id];
      return { body: { 'account-id': account, ids, add: [one.rn], remove: [other.rn] } };
    },
  },
  changeUserTags: {
    about: 'an account',
    needs: 'iam:AddUserTag',
    accountIn: 'body',
    rns: { 'add.0': { kind: 'tag' }, 'remove.0': { kind: 'tag' } },
    request: async (make, account) => {
      const [one, other] = [await make.tag(account), await make.tag(account)];
      const ids = [(await make.user(account)).id];
      return { body: { 'account-id': account, ids, add: [one.rn], remove: [other.rn] } };
    },
  },
  deleteUsers: {
    about: 'an account',
    needs: 'iam:DeleteUser',
    accountIn: 'body',
    request: async (make, account) => ({ body: { 'account-id': account, ids: [(await make.user(account)).id] } }),
  },
  changeUserStatus: {
    about: 'an account',
    needs: 'iam:UpdateUserStatus',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.user(account)).id], status: 'Inactive' },
    }),
  },
  sendActivationLinks: {
    about: 'an account',
    needs: 'iam:SendActivationLink',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.user(account)).id], 'valid-days': 7 },
    }),
  },
  importUsers: {
    about: 'an account',
    needs: 'iam:CreateUser',
    accountIn: 'body',
    request: (make, account) => ({
      body: {
        'account-id': account,
        mode: 'apply',
        rows: [{ email: `imported-${make.next()}@made.example`, 'first-name': 'Ida', 'last-name': 'Imported' }],
      },
    }),
  },
  updateUserStatus: {
    about: 'an account',
    needs: 'iam:UpdateUserStatus',
    ids: { id: 'user' },
    request: async (make, account) => ({
      params: { id: (await make.user(account)).id },
      body: { status: 'Inactive' },
    }),
  },
  listUserSessions: {
    about: 'an account',
    needs: 'iam:ListSessions',
    oneself: true,
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id } }),
  },
  endUserSession: {
    about: 'an account',
    needs: 'iam:EndSession',
    oneself: true,
    ids: { id: 'user', sid: 'session' },
    request: async (make, account) => {
      const user = await make.user(account);
      return { params: { id: user.id, sid: await make.session(account, user) } };
    },
  },
  listRoles: { about: 'the own account', needs: 'iam:ListRoles', request: () => ({}) },
  listAccountRoles: {
    about: 'an account',
    needs: 'iam:ListRoles',
    accountIn: 'query',
    request: (_make, account) => ({ query: { account } }),
  },
  listTags: { about: 'the own account', needs: 'iam:ListTags', request: () => ({}) },
  listAccountTags: {
    about: 'an account',
    needs: 'iam:ListTags',
    accountIn: 'query',
    request: (_make, account) => ({ query: { account } }),
  },
  getTag: {
    about: 'an account',
    needs: 'iam:GetTag',
    ids: { id: 'tag' },
    request: async (make, account) => ({ params: { id: (await make.tag(account)).id } }),
  },
  createTag: {
    about: 'an account',
    needs: 'iam:CreateTag',
    accountIn: 'body',
    request: (make, account) => ({ body: { name: `Fresh ${make.next()}`, 'account-id': account } }),
  },
  updateTag: {
    about: 'an account',
    needs: 'iam:UpdateTag',
    ids: { id: 'tag' },
    request: async (make, account) => ({
      params: { id: (await make.tag(account)).id },
      body: { name: `Changed ${make.next()}` },
    }),
  },
  deleteTag: {
    about: 'an account',
    needs: 'iam:DeleteTag',
    ids: { id: 'tag' },
    request: async (make, account) => ({ params: { id: (await make.tag(account)).id } }),
  },
  restoreTag: {
    about: 'an account',
    needs: 'iam:DeleteTag',
    ids: { id: 'tag' },
    restores: true,
    request: async (make, account) => ({ params: { id: (await make.tag(account, { deleted: true })).id } }),
  },
} as const satisfies Record<string, Row>;
