import { calls } from '@keyhold/contract';
import { callsOf } from './account.ts';
import type { BeginLife } from './life.ts';

/** The life of a user: invited, activated, given roles and tags, a password changed and forgotten, deactivated, deleted. */
export const person: BeginLife = (surroundings, name) => {
  const { root } = surroundings;
  const account = callsOf(surroundings, name);
  const id = async () => ({ id: (await account.user('ada')).id });
  const status = (value: 'Active' | 'Inactive') => async () =>
    root.send(calls.updateUserStatus, { params: await id(), body: { status: value } });

  return {
    name,
    steps: [
      { kind: 'account created', send: account.create },
      { kind: 'user created', send: () => account.createUser('ada') },
      { kind: 'owner named', send: () => account.own('ada') },
      {
        kind: 'role given',
        send: async () => root.send(calls.addUserRole, { params: await id(), body: { role: await account.role() } }),
      },
      {
        kind: 'tag created',
        send: async () =>
          root.send(calls.createTag, { body: { name: 'Red', description: '', 'account-id': await account.id() } }),
      },
      {
        kind: 'tag given',
        send: async () =>
          root.send(calls.addUserTag, { params: await id(), body: { tag: (await account.tag('Red')).rn } }),
      },
      { kind: 'activation link mailed', send: () => account.mailLink('ada') },
      { kind: 'activated', send: () => account.activate('ada', 'a first quiet harbour') },
      { kind: 'signed in', unseen: true, send: () => account.as('ada', 'a first quiet harbour') },
      {
        kind: 'password changed',
        send: async () =>
          (await account.as('ada', 'a first quiet harbour')).send(calls.changePassword, {
            params: await id(),
            body: { 'current-password': 'a first quiet harbour', 'new-password': 'a second quiet harbour' },
          }),
      },
      {
        kind: 'reset asked for',
        send: () => root.send(calls.resetPassword, { body: { email: account.email('ada') } }),
      },
      { kind: 'password reset', send: () => account.activate('ada', 'a third quiet harbour', 'Reset your') },
      {
        kind: 'tag in use deleted',
        send: async () => root.send(calls.deleteTag, { params: { id: (await account.tag('Red')).id } }),
      },
      {
        kind: 'tag restored',
        send: async () => root.send(calls.restoreTag, { params: { id: (await account.tag('Red')).id } }),
      },
      { kind: 'user deactivated', send: status('Inactive') },
      { kind: 'user activated again', send: status('Active') },
      { kind: 'user deleted', send: async () => root.send(calls.deleteUser, { params: await id() }) },
      { kind: 'user restored', send: async () => root.send(calls.restoreUser, { params: await id() }) },
      {
        kind: 'account deleted',
        send: async () => root.send(calls.deleteAccount, { params: { id: await account.id() } }),
      },
      {
        kind: 'account restored',
        send: async () => root.send(calls.restoreAccount, { params: { id: await account.id() } }),
      },
    ],
  };
};
