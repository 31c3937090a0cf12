import { parseRn } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { createLicense, everyone, openLeaseTest } from '../../../test/licensing/leases.ts';
import { rnOf } from '../../installation.ts';

const here = openLeaseTest();
const noOne = { kind: 'No one' } as const;

async function listed(query: string): Promise<readonly string[] | number> {
  const { status, body } = await here.test.as(here.ada, `GET /license/v1/licenses?${query}`);
  return status === 200 ? (body.items as unknown as { rn: string }[]).map(({ rn }) => rn).toSorted() : status;
}

async function createPool(licenses: readonly string[], consumers: object): Promise<string> {
  const fields = { 'account-id': here.account, name: `Pool ${licenses.length}`, product: here.product };
  const { body } = await here.test.as(here.ada, 'POST /license/v1/pools', { ...fields, licenses, consumers });
  return body.item.rn;
}

describe('The list of licenses', () => {
  it('has only those of a pool where one is named', async () => {
    const [one, other] = [
      await createLicense(here.test, here.account, noOne),
      await createLicense(here.test, here.account, noOne),
    ];
    await createLicense(here.test, here.account, noOne);
    const pool = await createPool([one.rn, other.rn], { kind: 'no-one' });
    expect(await listed(`pool=${pool}`)).toEqual([one.rn, other.rn].toSorted());
    expect(await listed(`pool=${pool}&limit=1&search=${one.id}`)).toEqual([one.rn]);
    const { resourceId } = parseRn(pool);
    const elsewhere = rnOf(here.test.services.installation, here.test.accounts.birch, 'pool', resourceId);
    for (const unknown of [elsewhere, resourceId, 'x', '%00']) expect(await listed(`pool=${unknown}`)).toBe(404);
  });

  it('has only those that a user may consume where one is named, in a pool too', async () => {
    const own = await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn });
    const shared = await createLicense(here.test, here.account, everyone);
    const pooled = await createLicense(here.test, here.account, noOne);
    await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    await createPool([pooled.rn], { kind: 'users', users: [here.ugo.rn] });
    expect(await listed(`consumer=${here.ugo.rn}`)).toEqual([own.rn, shared.rn, pooled.rn].toSorted());
    const elsewhere = here.test.people.birchUser.rn;
    for (const unknown of [elsewhere, here.ugo.id, 'x']) expect(await listed(`consumer=${unknown}`)).toBe(404);
  });
});
