import type { License, User } from '@keyhold/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { consume, openHeldLease } from '../../../../test/licensing/leases.ts';

const here = openHeldLease();

const read = async () => {
  const { body } = await here.test.as(here.ada, `GET /license/v1/licenses/${here.license.id}?resolve=all`);
  const { state } = body.item as unknown as License;
  return {
    state,
    holder: state.user === null ? undefined : (body['resources'] as unknown as Record<string, User>)[state.user],
  };
};
const release = (body: object) => here.test.as(here.ada, `POST /license/v1/licenses/${here.license.id}/unassign`, body);

it('is null for a license that is free or used online', async () => {
  expect((await read()).state).toMatchObject({ user: here.ugo.rn, 'offline-until': null });
  await release({ mode: 'now' });
  expect((await read()).state).toMatchObject({ user: null, 'offline-until': null });
});

describe('a seat in offline use', () => {
  let until: string;
  beforeEach(async () => {
    const path = `POST /license/v1/leases/${here.lease.id}/offline` as const;
    expect((await here.test.as(here.ugo, path, { epoch: 1, days: 3 })).status).toBe(200);
    until = (await read()).state['offline-until'] ?? '';
  });

  it('shows its end, also in lists', async () => {
    const days = (Date.parse(until) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 3)).toBeLessThan(0.1);
    const { body } = await here.test.as(here.ada, 'GET /license/v1/licenses');
    expect((body.items as unknown as License[])[0]?.state['offline-until']).toBe(until);
  });

  it('is released only now, and refused otherwise with its date', async () => {
    const refused = await release({});
    expect([refused.status, refused.body.problems?.[0]]).toEqual([
      409,
      {
        code: 'offline',
        message: `This license is in offline use until ${until} and cannot be recalled before.`,
        'offline-until': until,
      },
    ]);
    expect((await release({ mode: 'now', holder: here.ugo.rn })).status).toBe(200);
    expect((await read()).state).toMatchObject({ user: null, 'offline-until': null });
    expect((await consume(here.test, here.ada, here.product, { device: 'other' })).status).toBe(201);
  });

  it.each(['deactivated', 'deleted'] as const)(
    'keeps the name of a holder who was %s, and can be freed',
    async (how) => {
      if (how === 'deleted') await here.test.as(here.ada, `DELETE /iam/v1/users/${here.ugo.id}`);
      else await here.test.as(here.ada, `PUT /iam/v1/users/${here.ugo.id}/status`, { status: 'Inactive' });
      const { state, holder } = await read();
      expect(state).toMatchObject({ user: here.ugo.rn, 'offline-until': until });
      expect(holder).toMatchObject({ email: here.ugo.email, 'first-name': 'Ugo' });
      const list = await here.test.as(here.ada, 'GET /license/v1/licenses?resolve=all');
      expect(Object.keys(list.body['resources'] as object)).toContain(here.ugo.rn);
      expect((await release({ mode: 'now' })).status).toBe(200);
      expect((await consume(here.test, here.ada, here.product, { device: 'other' })).status).toBe(201);
      const after = await here.test.as(here.ada, 'GET /license/v1/licenses?resolve=all');
      expect(Object.keys(after.body['resources'] as object).includes(here.ugo.rn)).toBe(false);
    },
  );
});
