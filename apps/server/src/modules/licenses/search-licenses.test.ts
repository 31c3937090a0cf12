import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Thing } from '../../../test/app.ts';
import { consume, createLicense, everyone, openLeaseTest, setLicense } from '../../../test/licensing/leases.ts';

const here = openLeaseTest();

async function list(query = '') {
  const { body } = await here.test.as(here.ada, `GET /license/v1/licenses${query}`);
  return body.items as unknown as (Thing & { readonly state: { readonly user: string | null } })[];
}

describe('the shown status of a license', () => {
  it('is that of the search and the order from the moment its term ends, before the sweep ends its lease', async () => {
    const ended = await createLicense(here.test, here.account, everyone);
    const used = await createLicense(here.test, here.account, everyone);
    for (const [person, device] of [
      [here.ugo, 'device-1'],
      [here.ada, 'device-2'],
    ] as const) {
      expect((await consume(here.test, person, here.product, { device })).status).toBe(201);
    }
    await setLicense(here.test, ended.id, {
      'expiry-perpetual': false,
      'expiry-date': sql<Date>`now() - interval '1 second'` as never,
    });
    const shown = new Map((await list()).map(({ rn, state }) => [rn, state.user !== null]));
    expect([shown.get(ended.rn), shown.get(used.rn)]).toEqual([false, true]);
    expect((await list('?search=in%20use')).map(({ rn }) => rn)).toEqual([used.rn]);
    expect((await list('?search=available')).map(({ rn }) => rn)).toEqual([ended.rn]);
    const summary = await here.test.as(here.ada, 'GET /license/v1/summary');
    expect(summary.body).toMatchObject({ licenses: { total: 2, 'in-use': 1 } });
    expect((await list('?sort=status')).map(({ rn }) => rn)).toEqual([ended.rn, used.rn]);
  });
});
