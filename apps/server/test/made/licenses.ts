import { consumePolicy } from '@keyhold/contract';
import { sql } from 'kysely';
import { catalogueRnOf } from '../../src/installation.ts';
import type { Person } from '../app.ts';
import { deletedOn, type Made, type Making } from './making.ts';

type LeaseState = 'active' | 'releasing' | 'offline';

/** Licenses, and their leases. */
export function makeLicenses({ test, insert, rn, next }: Making, person: (account: string) => Promise<Person>) {
  const { installation } = test.services;
  /** Inserts the use that a consume would have begun. */
  const beginUse = (license: string) =>
    insert(async (tx) => {
      await sql`insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "started-on")
        select "account-id", "product-id", id, "holder-id", "leased-on" from licenses where id = ${license}`.execute(
        tx,
      );
      await sql`insert into "usage-days"
        select "account-id", "product-id", id, "holder-id", ("leased-on" at time zone 'UTC')::date, 1, 0, "leased-on"
        from licenses where id = ${license}`.execute(tx);
    });
  const make = {
    async product(): Promise<Made> {
      const row = { id: 'made-product', name: 'Made product' };
      await insert((tx) =>
        tx
          .insertInto('products')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'product', row.id) };
    },

    async addon(): Promise<Made> {
      const row = { id: 'made-addon', name: 'Made add-on' };
      await insert((tx) =>
        tx
          .insertInto('addons')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .execute(),
      );
      return { id: row.id, rn: catalogueRnOf(installation, 'addon', row.id) };
    },

    /** An entry of the catalogue of which nothing was issued. */
    async unissued(table: 'products' | 'addons'): Promise<Made> {
      const row = { id: `unissued-${next()}`, name: 'Never issued' };
      await insert((tx) => tx.insertInto(table).values(row).execute());
      return { id: row.id, rn: catalogueRnOf(installation, table === 'products' ? 'product' : 'addon', row.id) };
    },

    async pool(account: string): Promise<Made> {
      const { id: product } = await make.product();
      const row = { 'account-id': account, 'product-id': product, name: `Made pool ${crypto.randomUUID()}` };
      const { id } = await insert((tx) => tx.insertInto('pools').values(row).returning('id').executeTakeFirstOrThrow());
      return rn(account, 'pool', id);
    },

    async license(
      account: string,
      { deleted = false, everyone = false, pool = null as Made | null } = {},
    ): Promise<Made> {
      const { id: product } = await make.product();
      const id = `MADE0-MADE0-MADE0-${next()}`;
      const policies = JSON.stringify(everyone ? [consumePolicy({ kind: 'Everyone' })] : []);
      const row = { 'account-id': account, 'product-id': product, type: 'Perpetual' as const, policies };
      await insert((tx) =>
        tx
          .insertInto('licenses')
          .values({ id, ...row, 'pool-id': pool?.id ?? null, 'expiry-perpetual': true, ...deletedOn(deleted) })
          .execute(),
      );
      return rn(account, 'license', id);
    },

    /** The certificate of a license created here. */
    certificate: async () => ({
      product: (await make.product()).rn,
      type: 'Perpetual',
      version: '',
      expiry: { perpetual: true, date: null, period: null },
      'maintenance-start': null,
      'maintenance-end': null,
    }),

    async addonLicense(account: string, { deleted = false, on = null as Made | null } = {}): Promise<Made> {
      const { id: addon } = await make.addon();
      const id = `MADE0-ADDON-MADE0-${next()}`;
      const row = {
        'account-id': account,
        'addon-id': addon,
        type: 'Perpetual' as const,
        'license-id': on?.id ?? null,
      };
      await insert((tx) =>
        tx
          .insertInto('addon-licenses')
          .values({ id, ...row, ...deletedOn(deleted) })
          .execute(),
      );
      return rn(account, 'addon-license', id);
    },

    /** The key of a license that a user of the account holds. */
    async heldLicense(account: string): Promise<string> {
      return (await make.hold(await person(account), 'active')).license;
    },

    /** The id of a lease in the given state. */
    async lease(holder: Person, state: LeaseState = 'active'): Promise<string> {
      return (await make.hold(holder, state)).lease;
    },

    /** A user who waits for any license of the product, for which a license of another user stands in the way. */
    async waiter(person: Person, { isAmongHolders = false } = {}): Promise<string> {
      const { id: product } = await make.product();
      const account = person.accountId;
      const kind = await insert(async (tx) => {
        await tx
          .updateTable('waiters')
          .set({ 'ended-on': sql`now()`, 'ended-reason': 'left' })
          .where('user-id', '=', person.id)
          .where('ended-on', 'is', null)
          .execute();
        await tx.deleteFrom('seat-asks').where('account-id', '=', account).execute();
        const { rows } = await sql<{ kind: string }>`select "policies-kind"::text as kind from licenses where id = ${
          isAmongHolders ? await make.heldLicense(account) : (await make.license(account, { everyone: true })).id
        }`.execute(tx);
        return rows[0]?.kind;
      });
      const row = { 'account-id': account, 'product-id': product, consumer: person.rn, 'user-id': person.id };
      const device = { 'device-id': 'made', 'device-name': 'Made', 'stream-id': 'run', 'first-place': 1 };
      const rest = { 'license-id': null, 'released-on': null, 'client-version': null };
      const classes = JSON.stringify({ [`policies ${kind}`]: 2 });
      const { id } = await insert((tx) =>
        tx
          .insertInto('waiters')
          .values({ ...row, ...device, ...rest, classes })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    /** A user of an account who waits. */
    async waiterOf(account: string): Promise<string> {
      return make.waiter(await person(account));
    },

    /** A message that waits for a user's device. */
    async message(holder: Person): Promise<{ readonly lease: string; readonly id: string }> {
      const lease = await make.lease(holder);
      const { id } = await insert((tx) =>
        tx
          .insertInto('lease-messages')
          .values({ 'account-id': holder.accountId, 'lease-id': lease, message: 'Lunch is ready.', by: holder.rn })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return { lease, id };
    },

    /** Creates a license that a user holds and is using. */
    async hold(holder: Person, state: LeaseState): Promise<{ readonly license: string; readonly lease: string }> {
      const license = await make.license(holder.accountId, { everyone: true });
      const row = await insert((tx) =>
        tx
          .updateTable('licenses')
          .set({
            'lease-state': state,
            'lease-id': sql`"new-id"()`,
            epoch: 1,
            'holder-id': holder.id,
            'leased-on': sql`now()`,
            'expires-at': sql`now() + interval '80 seconds'`,
            'activation-date': sql`now()`,
            'heartbeat-seq': 0,
            'device-id': `device-${license.id}`,
            'stream-id': 'run',
          })
          .where('id', '=', license.id)
          .returning('lease-id')
          .executeTakeFirstOrThrow(),
      );
      if (state === 'active' || state === 'offline') await beginUse(license.id);
      return { license: license.id, lease: String(row['lease-id']) };
    },
  };
  return make;
}
