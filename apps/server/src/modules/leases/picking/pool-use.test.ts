import { type PoolRules, parseRn, type Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { createLicense, openLeaseTest, studio } from '../../../../test/licensing/leases.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { refusalOf } from './pool-rules.ts';
import { readUse, readUseFor } from './pool-use.sql.ts';

const here = openLeaseTest();
const seats = 8;
const rounds = 120;

/** A repeatable sequence of numbers from 0 to below 1. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('decides for a user by the same verdict and numbers as the use of all seats, in any state of the seats', async () => {
  const { test, account, ada, ugo } = here;
  const eve = await test.createPerson(account, 'Eve', null);
  const post = async (route: Parameters<typeof test.as>[1], body: object) =>
    (await test.as(ada, route, body)).body.item;
  const tags = await Promise.all(
    ['Night', 'Prepress'].map(async (name) => (await post('POST /iam/v1/tags', { name, 'account-id': account })).rn),
  );
  const [night = '', prepress = ''] = tags;
  const people: readonly (readonly [Person, string[]])[] = [
    [ada, []],
    [ugo, [night]],
    [eve, [night, prepress]],
  ];
  for (const [{ id }, carried] of people)
    for (const tag of carried) await post(`POST /iam/v1/users/${id}/tags`, { tag });
  const licenses: { readonly id: string; readonly rn: string }[] = [];
  for (let index = 0; index < seats; index += 1) licenses.push(await createLicense(test, account, { kind: 'No one' }));
  const { rn } = await post('POST /license/v1/pools', {
    'account-id': account,
    name: 'Counted',
    product: here.product,
    licenses: licenses.map(({ rn: license }) => license),
  });
  const pool = parseRn(rn).resourceId;
  const random = numbersFrom(7);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const someOf = (most: number) => (random() < 0.3 ? null : Math.floor(random() * (most + 1)));
  const verdicts = new Map<string, number>();
  await inTransaction(test.services.db, { account }, async (tx) => {
    const waiters: string[] = [];
    for (const [{ id }] of people) waiters.push(await insertWaiter(tx, account, id));
    for (let round = 0; round < rounds; round += 1) {
      // Every other round, the seats are nearly all taken.
      const among = round % 2 === 0 ? states : (['used', 'used', 'used', 'releasing', 'lapsed'] as const);
      const rows = licenses.map(({ id }, index) => ({
        id,
        state: oneOf(among),
        holder: oneOf(people)[0].id,
        waiter: waiters[index] ?? null,
      }));
      await putIn(tx, rows);
      const rules: PoolRules = {
        'per-user': someOf(4),
        shares: tags.map((tag) => ({ tag, reserve: someOf(5), limit: someOf(5) })).filter(() => random() < 0.8),
        offline: null,
        'idle-minutes': null,
        priorities: null,
      };
      const leaving = random() < 0.3 ? oneOf(licenses).id : null;
      for (const [{ id, rn: user }, carried] of people) {
        const subject: Subject = { rn: user, tags: carried };
        const whole = refusalOf(rules, await readUse(tx, pool, rules, id, leaving), carried);
        const needed = refusalOf(rules, await readUseFor(tx, pool, rules, id, subject, leaving), carried);
        expect(needed, JSON.stringify({ round, rules, carried })).toEqual(whole);
        const verdict = whole?.code ?? 'given';
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      }
    }
  });
  // Each verdict was compared, not one of them many times.
  for (const verdict of ['given', 'pool-limit', 'pool-reserved', 'no-seat'])
    expect(verdicts.get(verdict) ?? 0, verdict).toBeGreaterThan(5);
});

const states = [
  'free',
  'freed',
  'used',
  'offline',
  'releasing',
  'lapsed',
  'recorded',
  'suspended',
  'deleted',
  'offered',
] as const;

async function insertWaiter(tx: Transaction, account: string, user: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into waiters ("account-id", "product-id", consumer, "user-id", "device-id", "device-name", "stream-id", classes)
    values (${account}, ${studio}, '', ${user}, 'desk', 'Desk', 'run-1', '{}') returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Puts seats into states as their rows have them. */
async function putIn(tx: Transaction, seatRows: readonly object[]): Promise<void> {
  await sql`update licenses set "lease-state" = lease, status = case state when 'suspended' then 'Suspended' else 'Active' end,
    "deleted-on" = case state when 'deleted' then now() end,
    "freed-on" = case when state in ('recorded', 'freed') then now() end,
    "offered-to" = case state when 'offered' then waiter end,
    "offered-until" = case when state = 'offered' and waiter is not null then now() + interval '30 seconds' end,
    "holder-id" = case when lease <> 'free' then holder end, "device-id" = licenses.id, "leased-on" = now(),
    "lease-id" = case when lease <> 'free' then "new-id"() end,
    "expires-at" = case when lease <> 'free' then now() + make_interval(secs => case when state in ('lapsed', 'recorded') then -5 else 60 end) end
    from jsonb_to_recordset(${JSON.stringify(seatRows)}::jsonb) as row (id text, state text, holder uuid, waiter uuid),
      lateral (select case when state in ('used', 'lapsed', 'recorded') then 'active'
        when state in ('offline', 'releasing') then state else 'free' end as lease) as stored
    where licenses.id = row.id`.execute(tx);
}
