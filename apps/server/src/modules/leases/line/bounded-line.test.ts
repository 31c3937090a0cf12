import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { consume, createLicense, everyone, openLeaseTest, type TestLease } from '../../../../test/licensing/leases.ts';
import { createPool, waitInLine } from '../../../../test/licensing/waiting.ts';
import { recordStatements } from '../../../../test/lists/recorded-statements.ts';
import { inTransaction } from '../../../db/database.ts';
import { createSweep } from '../../../jobs/sweep.ts';

const here = openLeaseTest();
/** Waiters: more than any bound on statements below. */
const many = 120;

/** Lets many users of the account wait as one user does. */
async function multiply(id: string): Promise<void> {
  await inTransaction(here.test.services.db, 'every account', (tx) =>
    sql`
with made as (
  insert into users ("account-id", email, "first-name", "last-name", status)
  select ${here.account}::uuid, 'waiter-' || n || '@' || ${here.account} || '.example', 'Waiter', n::text, 'Active'
  from generate_series(1, ${sql.lit(many)}) as n returning id
)
insert into waiters ("account-id", "product-id", consumer, "user-id", "client-version", "device-id", "device-name", "stream-id", classes)
select waiters."account-id", waiters."product-id", replace(waiters.consumer, waiters."user-id"::text, made.id::text), made.id,
  waiters."client-version", made.id::text, 'Desk', made.id::text, waiters.classes
from waiters, made where waiters.id = ${id}`.execute(tx),
  );
}

/** The statements that some work reads with. */
async function readsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const transactions = await recordStatements(async () => void (await work()));
  return transactions.flatMap(({ reads }) => reads.map(({ text }) => text));
}

describe('However many wait', () => {
  let held: TestLease;
  let place: string;
  const giveBack = () => here.test.as(here.ugo, `DELETE /license/v1/leases/${held.id}?epoch=${held.epoch}`);

  async function fill(): Promise<void> {
    ({ lease: held } = await consume(here.test, here.ugo, here.product));
    const bo = await here.test.createPerson(here.account, 'Bo', null);
    ({
      place: { id: place },
    } = await waitInLine(here.test, bo, here.product));
    await multiply(place);
  }

  beforeEach(async () => {
    await createLicense(here.test, here.account, everyone);
  });

  it('a seat that is given back is offered by few statements', async () => {
    await fill();
    expect((await readsOf(giveBack)).length).toBeLessThan(many / 2);
  });

  it('the sweep decides their rights again only when a seat appears that nobody in line may use', async () => {
    await fill();
    await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    const run = createSweep(here.test.services);
    const decides = async () => (await readsOf(run)).some((text) => text.includes('"people-named"'));
    expect([await decides(), await decides(), await decides()]).toEqual([true, false, false]);
    await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    expect([await decides(), await decides()]).toEqual([true, false]);
  });

  it('seats that a pool keeps for others cost the sweep few statements', async () => {
    await fill();
    const tag = (await here.test.as(here.ada, 'POST /iam/v1/tags', { name: 'Night', 'account-id': here.account })).body
      .item.rn;
    const rules = { shares: [{ tag, reserve: 2, limit: null }] };
    await createPool(here, 2, { rules });
    const reads = await readsOf(createSweep(here.test.services));
    expect(reads.some((text) => text.includes('"by-tag"'))).toBe(true);
    expect(reads.length).toBeLessThan(many / 2);
  });
});
