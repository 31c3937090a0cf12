import { calls, consumePolicy } from '@keyhold/contract';
import { callsOf } from './account.ts';
import type { BeginLife } from './life.ts';

const people = ['ada', 'bea', 'cem', 'dag'];
const password = 'a quiet harbour at dawn';

/** The life of many resources: bulk calls, the move of a license, and the end of an account with everything in use. */
export const many: BeginLife = (surroundings, name) => {
  const { root, product } = surroundings;
  const account = callsOf(surroundings, name);
  const other = callsOf(surroundings, `${name} moved`);
  const ids = async () => Promise.all(people.map(async (one) => (await account.user(one)).id));
  const accountStatus = (status: 'Active' | 'Inactive') => async () =>
    root.send(calls.updateAccountStatus, { params: { id: await account.id() }, body: { status } });
  const issue = (count: number) => async () =>
    root.send(calls.issueLicenses, {
      body: {
        'account-id': await account.id(),
        product,
        type: 'Trial',
        version: '',
        expiry: { perpetual: true },
        description: '',
        count,
      },
    });

  return {
    name,
    steps: [
      { kind: 'account created', send: account.create },
      ...people.map((one) => ({ kind: 'user created', send: () => account.createUser(one) })),
      {
        kind: 'tag created',
        send: async () =>
          root.send(calls.createTag, { body: { name: 'Red', description: '', 'account-id': await account.id() } }),
      },
      {
        kind: 'tags given in bulk',
        oneByOne: true,
        send: async () =>
          root.send(calls.changeUserTags, {
            body: { 'account-id': await account.id(), ids: await ids(), add: [(await account.tag('Red')).rn] },
          }),
      },
      {
        kind: 'roles given in bulk',
        oneByOne: true,
        send: async () =>
          root.send(calls.changeUserRoles, {
            body: { 'account-id': await account.id(), ids: await ids(), add: [await account.role()] },
          }),
      },
      { kind: 'licenses issued in bulk', send: issue(1) },
      { kind: 'account created', send: other.create },
      {
        kind: 'moved to another account',
        send: async () => {
          const [one] = await account.licenses();
          await root.send(calls.moveLicense, {
            params: { id: one?.id ?? '' },
            body: { 'account-id': await other.id() },
          });
        },
      },
      { kind: 'licenses issued in bulk', send: issue(1) },
      {
        kind: 'consumers set',
        send: async () => {
          const [one] = await account.licenses();
          const body = { policies: [consumePolicy({ kind: 'Tags', tags: [(await account.tag('Red')).rn] })] };
          await root.send(calls.setLicensePolicies, { params: { id: one?.id ?? '' }, body });
        },
      },
      { kind: 'owner named', send: () => account.own('ada') },
      { kind: 'activation link mailed', send: () => account.mailLink('ada') },
      { kind: 'activated', send: () => account.activate('ada', password) },
      {
        kind: 'consumed',
        send: async () =>
          (await account.as('ada', password)).send(calls.consumeLicense, {
            body: {
              product,
              client: { name: 'Studio', version: '26.1' },
              device: { id: `device of ${name}`, name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
              'stream-id': 'run',
            },
          }),
      },
      {
        kind: 'tag taken away from who holds a license for it',
        send: async () =>
          root.send(calls.removeUserTag, {
            params: { id: (await account.user('ada')).id, tagId: (await account.tag('Red')).id },
          }),
      },
      { kind: 'account deactivated', send: accountStatus('Inactive') },
      { kind: 'account activated again', send: accountStatus('Active') },
      {
        kind: 'users deleted in bulk',
        oneByOne: true,
        send: async () =>
          root.send(calls.deleteUsers, { body: { 'account-id': await account.id(), ids: await ids() } }),
      },
      {
        kind: 'account deleted',
        send: async () => root.send(calls.deleteAccount, { params: { id: await account.id() } }),
      },
    ],
  };
};
