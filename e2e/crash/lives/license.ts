import { calls, consumePolicy, webhookEvents } from '@keyhold/contract';
import { inDatabase } from '../../fixtures/database.ts';
import { callsOf } from './account.ts';
import type { BeginLife } from './life.ts';

const password = 'a quiet harbour at dawn';

/** The life of licenses: issued, used, checked out, released in every way, suspended, extended, moved. */
export const license: BeginLife = (surroundings, name) => {
  const { root, product, addon, receiver, database } = surroundings;
  const account = callsOf(surroundings, name);
  const first = async () => {
    const [one] = await account.licenses();
    if (!one) throw new Error(`${name} has no license.`);
    return one;
  };
  const params = async () => ({ id: (await first()).id });
  const ugo = () => account.as('ugo', password);

  const consumed = {
    kind: 'consumed',
    send: async () =>
      (await ugo()).send(calls.consumeLicense, {
        body: {
          product,
          license: (await first()).rn,
          client: { name: 'Studio', version: '26.1' },
          device: { id: `device of ${name}`, name: 'Desk', os: 'Linux', user: 'ugo', locale: 'en-GB' },
          'stream-id': 'run',
        },
      }),
  };
  /** Reads the lease from its row, because the reply with it may have been lost. */
  async function held() {
    const key = (await first()).id;
    const [row] = await inDatabase(database, async (client) => {
      const found = await client.query<{ id: string; epoch: number }>(
        'select "lease-id" as id, epoch::int from licenses where id = $1',
        [key],
      );
      return found.rows;
    });
    if (!row) throw new Error(`There is no license ${key}.`);
    return { params: { id: row.id }, epoch: row.epoch };
  }
  const status = (value: 'Active' | 'Suspended') => async () =>
    root.send(calls.updateLicenseStatus, { params: await params(), body: { status: value } });
  const acknowledged = {
    kind: 'release acknowledged',
    send: async () => {
      const { params: of, epoch } = await held();
      await (await ugo()).send(calls.acknowledgeRelease, { params: of, body: { epoch } });
    },
  };

  return {
    name,
    steps: [
      { kind: 'account created', send: account.create },
      { kind: 'user created', send: () => account.createUser('ugo') },
      { kind: 'owner named', send: () => account.own('ugo') },
      { kind: 'activation link mailed', send: () => account.mailLink('ugo') },
      { kind: 'activated', send: () => account.activate('ugo', password) },
      {
        kind: 'webhook created',
        send: async () =>
          root.send(calls.createWebhook, {
            body: { url: receiver, events: [...webhookEvents], 'account-id': await account.id() },
          }),
      },
      {
        kind: 'licenses issued in bulk',
        send: async () =>
          root.send(calls.issueLicenses, {
            body: {
              'account-id': await account.id(),
              product,
              type: 'Subscription',
              version: '26.1',
              expiry: { date: '2099-12-31' },
              description: '',
              count: 5,
            },
          }),
      },
      {
        kind: 'add-on issued',
        send: async () =>
          root.send(calls.issueAddonLicenses, {
            body: { 'account-id': await account.id(), addon, type: 'Subscription', count: 1 },
          }),
      },
      {
        kind: 'add-on assigned',
        send: async () => {
          const query = { account: await account.id() };
          const [one] = (await root.send(calls.listAccountAddonLicenses, { query })).items;
          await root.send(calls.addLicenseAddon, { params: await params(), body: { addon: one?.rn ?? '' } });
        },
      },
      {
        kind: 'consumers set',
        send: async () =>
          root.send(calls.setLicensePolicies, {
            params: await params(),
            body: { policies: [consumePolicy({ kind: 'Everyone' })] },
          }),
      },
      consumed,
      {
        kind: 'taken offline',
        send: async () => {
          const { params: of, epoch } = await held();
          await (await ugo()).send(calls.takeLeaseOffline, { params: of, body: { epoch, days: 3 } });
        },
      },
      {
        kind: 'returned from offline',
        send: async () => {
          const { params: of, epoch } = await held();
          await (await ugo()).send(calls.returnOfflineLease, { params: of, body: { epoch } });
        },
      },
      consumed,
      {
        kind: 'released by an administrator',
        send: async () => root.send(calls.unassignLicense, { params: await params(), body: {} }),
      },
      acknowledged,
      consumed,
      {
        kind: 'released by a change of consumers',
        send: async () => root.send(calls.setLicensePolicies, { params: await params(), body: { policies: [] } }),
      },
      acknowledged,
      {
        kind: 'consumers set',
        send: async () =>
          root.send(calls.setLicensePolicies, {
            params: await params(),
            body: { policies: [consumePolicy({ kind: 'User', user: (await account.user('ugo')).rn })] },
          }),
      },
      consumed,
      { kind: 'suspended', send: status('Suspended') },
      acknowledged,
      { kind: 'resumed', send: status('Active') },
      {
        kind: 'extended',
        send: async () =>
          root.send(calls.updateLicenseTerms, { params: await params(), body: { expiry: { date: '2100-12-31' } } }),
      },
      consumed,
      {
        kind: 'checked in',
        send: async () => {
          const { params: of, epoch } = await held();
          await (await ugo()).send(calls.checkInLease, { params: of, query: { epoch } });
        },
      },
      consumed,
      {
        kind: 'user deleted who holds a license',
        send: async () => root.send(calls.deleteUser, { params: { id: (await account.user('ugo')).id } }),
      },
    ],
  };
};
