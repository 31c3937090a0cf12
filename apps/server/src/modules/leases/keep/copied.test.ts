import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { consume, openHeldLease, setLicense } from '../../../../test/licensing/leases.ts';
import { signInAgain } from '../../../../test/sign-in/sessions.ts';
import { inTransaction } from '../../../db/database.ts';
import { heartbeatColumns } from '../seat/seat-columns.ts';

const here = openHeldLease();

async function beat(seq: number, nonce: string | null, epoch = 1, person = here.ugo) {
  const body = { epoch, seq, ...(nonce === null ? {} : { nonce }) };
  const reply = await here.test.as(person, `POST /license/v1/leases/${here.lease.id}/heartbeat`, body);
  return reply.status === 200 ? 'kept' : `${reply.status} ${reply.body.problems?.[0]?.code}`;
}
const again = (stream: string) => consume(here.test, here.ugo, here.product, { stream });

async function notices() {
  const path = `GET /iam/v1/audit?resource=${here.license.rn}&limit=100` as const;
  const { body } = await here.test.as(here.ada, path);
  return (body.items as unknown as { action: string }[]).filter(({ action }) => action === 'license:CopyNoticed');
}

it('takes a higher seq, and the same request again before a higher one', async () => {
  for (const [seq, nonce] of [
    [1, 'a'],
    [1, 'a'],
    [2, 'b'],
    [2, 'b'],
    [9, null],
    [9, null],
    [10, 'c'],
  ] as const)
    expect(await beat(seq, nonce)).toBe('kept');
  expect(await notices()).toEqual([]);
});

it('refuses every other heartbeat of the same epoch, and goes on with the one that was taken', async () => {
  expect(await beat(4, 'a')).toBe('kept');
  for (const [seq, nonce] of [
    [4, 'b'],
    [4, null],
    [3, 'a'],
    [0, null],
    [1, 'a'],
  ] as const)
    expect(await beat(seq, nonce), `${seq} ${nonce}`).toBe('409 copied');
  expect(await beat(4, 'a')).toBe('kept');
  expect(await beat(5, 'b')).toBe('kept');
  expect(await beat(4, 'a')).toBe('409 copied');
});

it('says once in each epoch that two copies used the license', async () => {
  await beat(1, 'a');
  for (const nonce of ['b', 'c']) expect(await beat(1, nonce)).toBe('409 copied');
  const side = { user: here.ugo.rn, 'device-name': 'Desk', epoch: 1 };
  expect(await notices()).toMatchObject([{ 'actor-name': 'Keyhold', before: side, after: side }]);
  expect((await again('run-1')).lease.epoch).toBe(2);
  await beat(1, 'a', 2);
  expect(await beat(1, 'b', 2)).toBe('409 copied');
  expect(await notices()).toHaveLength(2);
});

it.each(['run-1', 'run-2'])('gives a refused copy that consumes again as %s the next epoch', async (stream) => {
  expect(await again('run-1')).toMatchObject({ status: 200, lease: { epoch: 1 } });
  await beat(1, 'a');
  await beat(1, 'b');
  expect(await again(stream)).toMatchObject({ status: 200, lease: { id: here.lease.id, epoch: 2 } });
  expect(await beat(2, 'a')).toBe('409 epoch-stale');
  expect(await beat(1, 'b', 2)).toBe('kept');
  expect(await again(stream)).toMatchObject({ status: 200, lease: { epoch: 2 } });
});

it('leaves the lease with its session when a copy has another one', async () => {
  const other = await signInAgain(here.test, here.ugo);
  await beat(1, 'a');
  expect(await beat(1, 'b', 1, other)).toBe('409 copied');
  await here.test.as(other, 'POST /auth/v1/logout');
  expect(await beat(2, 'a')).toBe('kept');
});

it('lets a heartbeat be repeated that an older server took without recording its nonce', async () => {
  await setLicense(here.test, here.license.id, { 'heartbeat-seq': 5, 'heartbeat-request': null });
  expect(await beat(5, 'a')).toBe('kept');
  await setLicense(here.test, here.license.id, { 'heartbeat-seq': 6 });
  expect(await beat(6, 'b')).toBe('kept');
  expect(await beat(6, 'c')).toBe('409 copied');
});

it('changes no indexed column with a heartbeat, whose update stays within its page', async () => {
  const { rows } = await inTransaction(here.test.services.db, 'every account', (tx) =>
    sql<{ name: string }>`
      select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = 'licenses'::regclass`.execute(tx),
  );
  const indexed = rows.map(({ name }) => name);
  expect(indexed).toContain('lease-id');
  for (const column of Object.keys(heartbeatColumns)) expect(indexed).not.toContain(column);
});
