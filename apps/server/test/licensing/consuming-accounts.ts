import { consumePolicyName, type Policy, principalProvider } from '@keyhold/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import { rnOf } from '../../src/installation.ts';
import { linesFor } from '../../src/modules/leases/line/eligible-lines.ts';
import { readSubject } from '../../src/modules/leases/picking/consumer.ts';
import type { Person, TestApp } from '../app.ts';
import { createLicense, setLicense, studio } from './leases.ts';

/** Accounts in which some users may consume and some may not; users, tags and licenses are identified by index. */
const tagCount = 2;
const userCount = 3;

const status = fc.oneof(
  { weight: 10, arbitrary: fc.constant('Active') },
  { weight: 1, arbitrary: fc.constantFrom('Pending', 'Inactive') },
);
const tags = fc.subarray([0, 1]);

const statement = fc.record({
  actions: fc.oneof(
    { weight: 3, arbitrary: fc.constant(['license:ConsumeLicense']) },
    { weight: 1, arbitrary: fc.subarray(['license:*', '*:ConsumeLicense', '*:*', 'license:GetLicense', 'iam:*']) },
  ),
  effect: fc.constantFrom('Allow', 'Allow', 'Allow', 'Deny', 'Audit'),
  principals: fc.array(fc.nat(userCount - 1), { maxLength: 2 }),
  provider: fc.constantFrom(principalProvider, principalProvider, 'elsewhere'),
  conditions: fc.array(tags, { maxLength: 2 }),
  resources: fc.subarray(['own', 'all', 'other'] as const, { maxLength: 1 }),
});

const license = fc.record({
  policies: fc.array(
    fc.record({
      name: fc.constantFrom(consumePolicyName, consumePolicyName, consumePolicyName, 'Something else'),
      statements: fc.array(statement, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  status: fc.constantFrom('Active' as const, 'Active' as const, 'Active' as const, 'Suspended' as const),
  ends: fc.constantFrom('never', 'never', 'later', 'after a period', 'ended'),
  held: fc.constantFrom('no', 'no', 'active', 'lapsed', 'releasing', 'offline'),
});

/** Plans of these accounts. A held license is held by the user with the same index. */
export const consumingAccounts = fc.record({
  status,
  users: fc.array(fc.record({ status, tags, waits: fc.constantFrom(false, false, true) }), {
    minLength: userCount,
    maxLength: userCount,
  }),
  licenses: fc.array(license, { minLength: 1, maxLength: userCount }),
});
type Plan = typeof consumingAccounts extends fc.Arbitrary<infer Value> ? Value : never;

/** A place in line of a planned user. */
export interface MadePlace {
  readonly id: string;
  readonly person: Person;
}

/** A planned license after its creation. */
export interface MadeLicense {
  readonly id: string;
  readonly rn: string;
  /** The holder of a lease that has not expired, on the device of {@link deviceOf}; else null. */
  readonly holder: Person | null;
}

/** The device on which a planned license is held. */
export function deviceOf({ id }: MadeLicense): string {
  return `device of ${id}`;
}

/** Creates the account of a plan; its users get tokens while they can still sign in. */
export async function makeConsumingAccount(test: TestApp, plan: Plan) {
  const account = await test.createAccount(`Account ${Math.random()}`);
  const people: Person[] = [];
  for (const [place] of plan.users.entries()) people.push(await test.createPerson(account, `User${place}`, null));
  const tagIds = await inTransaction(test.services.db, 'every account', async (tx) => {
    const names = Array.from({ length: tagCount }, (_, place) => ({ 'account-id': account, name: `Tag ${place}` }));
    const made = await tx.insertInto('tags').values(names).returning('id').execute();
    const given = plan.users.flatMap((user, place) =>
      user.tags.map((tag) => ({
        'user-id': people[place]?.id ?? '',
        'tag-id': made[tag]?.id ?? '',
        'account-id': account,
      })),
    );
    if (given.length > 0) await tx.insertInto('user-tags').values(given).execute();
    return made.map(({ id }) => id);
  });
  const licenses: MadeLicense[] = [];
  for (const [place, planned] of plan.licenses.entries()) {
    const { id, rn } = await createLicense(test, account, { kind: 'No one' });
    const holder = planned.held === 'no' ? null : (people[place] ?? null);
    const made: MadeLicense = { id, rn, holder: planned.held === 'active' ? holder : null };
    await setLicense(test, id, {
      policies: JSON.stringify(policiesOf(test, account, planned, rn, people, tagIds)),
      status: planned.status,
      ...termOf(planned.ends),
      ...(holder ? leaseOf(planned.held, holder, deviceOf(made)) : {}),
    } as never);
    licenses.push(made);
  }
  await inTransaction(test.services.db, 'every account', async (tx) => {
    for (const [place, user] of plan.users.entries())
      await tx
        .updateTable('users')
        .set({ status: user.status as 'Active' })
        .where('id', '=', people[place]?.id ?? '')
        .execute();
    await tx
      .updateTable('accounts')
      .set({ status: plan.status as 'Active' })
      .where('id', '=', account)
      .execute();
  });
  const places: MadePlace[] = [];
  for (const [place, { waits }] of plan.users.entries()) {
    const person = people[place];
    const id = waits && person ? await putInLine(test, account, person) : null;
    if (id && person) places.push({ id, person });
  }
  return { people, licenses, places };
}

/** Lets a user wait, even where a seat is free that the next sweep would offer; null if they may use none. */
function putInLine(test: TestApp, account: string, person: Person): Promise<string | null> {
  const { installation, db } = test.services;
  return inTransaction(db, 'every account', async (tx) => {
    const subject = await readSubject(tx, { installation, accountId: account, userId: person.id, rn: person.rn });
    const classes = await linesFor(tx, installation, { account, product: studio, subject, license: null });
    if (Object.keys(classes).length === 0) return null;
    const device = `device of ${person.id}`;
    const values = {
      'account-id': account,
      'product-id': studio,
      consumer: person.rn,
      'user-id': person.id,
      'device-id': device,
      'device-name': device,
      'stream-id': 'run-1',
      classes: JSON.stringify(classes),
    };
    return (await tx.insertInto('waiters').values(values).returning('id').executeTakeFirstOrThrow()).id;
  });
}

function policiesOf(
  test: TestApp,
  account: string,
  planned: Plan['licenses'][number],
  rn: string,
  people: readonly Person[],
  tagIds: readonly string[],
): Policy[] {
  const resources = { own: rn, all: '*', other: `${rn}-OTHER` };
  return planned.policies.map(({ name, statements }) => ({
    name,
    statements: statements.map((one) => ({
      actions: [...one.actions],
      effect: one.effect,
      principals: one.principals.map((place) => ({ id: people[place]?.rn ?? '', provider: one.provider })),
      conditions: one.conditions.map((places) => ({
        type: 'Tag' as const,
        logic: 'All' as const,
        operator: 'Equals' as const,
        tags: places.map((place) => rnOf(test.services.installation, account, 'tag', tagIds[place] ?? '')),
      })),
      resources: one.resources.map((which) => resources[which]),
    })),
  }));
}

function termOf(ends: string) {
  if (ends === 'never') return {};
  const none = { 'expiry-perpetual': false };
  if (ends === 'after a period') return { ...none, 'expiry-period': 30 };
  return { ...none, 'expiry-date': sql`now() + make_interval(days => ${ends === 'later' ? 30 : -30}::integer)` };
}

function leaseOf(held: string, holder: Person, device: string) {
  return {
    'lease-state': held === 'lapsed' ? 'active' : held,
    'lease-id': sql`"new-id"()`,
    'holder-id': holder.id,
    'device-id': device,
    'stream-id': 'run-1',
    epoch: 1,
    'leased-on': sql`now() - interval '1 hour'`,
    'expires-at': sql`now() + make_interval(secs => ${held === 'lapsed' ? -1 : 3600}::integer)`,
  };
}
