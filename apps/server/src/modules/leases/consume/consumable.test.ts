import { consumePolicy } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../test/app.ts';
import { consume, createLicense, createProduct, everyone, openLeaseTest } from '../../../../test/licensing/leases.ts';
import { inTransaction } from '../../../db/database.ts';

const here = openLeaseTest();

interface Consumable {
  readonly rn: string;
  readonly available: boolean;
  readonly 'held-by-me': boolean;
  readonly state: { readonly user: string | null };
}

async function list(person: Person, query: Record<string, string> = {}) {
  const reply = await here.test.as(person, `GET /license/v1/licenses/consumable?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as {
    readonly items: readonly Consumable[];
    readonly resources: Readonly<Record<string, { readonly rn: string }>>;
    readonly total: number;
    readonly 'next-cursor': string | null;
  };
}

describe('the list of consumable licenses', () => {
  it('shows the holder of a license only to callers who may read licenses', async () => {
    const free = await createLicense(here.test, here.account, everyone);
    const taken = await createLicense(here.test, here.account, everyone);
    await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn });
    await consume(here.test, here.ada, here.product, { license: taken.rn });
    const mine = await list(here.ugo, { product: here.product });
    expect(mine.items.map(({ rn, available }) => [rn, available])).toEqual([
      [free.rn, true],
      [taken.rn, false],
    ]);
    expect(mine.items[1]).toMatchObject({ 'held-by-me': false, state: { user: null } });
    const hers = await list(here.ada, { product: here.product });
    expect(hers.items).toHaveLength(3);
    expect(hers.items[1]).toMatchObject({ 'held-by-me': true, state: { user: here.ada.rn } });
    expect((await here.test.as(here.ugo, 'GET /license/v1/licenses/consumable?product=nonsense')).status).toBe(404);
  });

  it('returns the same licenses in the same order in one reply and page by page', async () => {
    const other = await createProduct(here.test, 'another-studio');
    for (const id of ['another-studio', 'studio', 'studio']) {
      await createLicense(here.test, here.account, everyone, { 'product-id': id });
      await createLicense(here.test, here.account, { kind: 'User', user: here.ada.rn }, { 'product-id': id });
      await createLicense(here.test, here.account, { kind: 'User', user: here.ugo.rn }, { 'product-id': id });
    }
    // Two licenses with the same policies, which allow the user to consume only one of them.
    const narrowed = consumePolicy(everyone);
    const named = await createLicense(here.test, here.account, everyone);
    for (const statement of narrowed.statements) statement.resources.push(named.rn);
    const policies = JSON.stringify([narrowed]);
    await here.test.as(here.ada, `PUT /license/v1/licenses/${named.id}/policies`, { policies: [narrowed] });
    const unnamed = await createLicense(here.test, here.account, everyone, { policies });

    const whole = await list(here.ugo);
    expect([whole.items.length, whole.total, whole['next-cursor']]).toEqual([7, 7, null]);
    expect(whole.items.map(({ rn }) => rn)).toContain(named.rn);
    expect(whole.items.map(({ rn }) => rn)).not.toContain(unnamed.rn);

    const paged: Consumable[] = [];
    let cursor: string | null = null;
    for (const size of [3, 3, 1]) {
      const page = await list(here.ugo, { limit: '3', ...(cursor === null ? {} : { cursor }) });
      expect([page.items.length, page.total]).toEqual([size, 7]);
      paged.push(...page.items);
      cursor = page['next-cursor'];
    }
    expect(cursor).toBeNull();
    expect(paged).toEqual(whole.items);

    const first = await list(here.ugo, { product: other, limit: '1' });
    expect([first.total, Object.keys(first.resources)]).toEqual([2, [other]]);
  });

  it('is empty before the account is active', async () => {
    await createLicense(here.test, here.account, everyone);
    await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.updateTable('accounts').set({ status: 'Pending' }).where('id', '=', here.account).execute(),
    );
    expect(await list(here.ugo, { limit: '1' })).toMatchObject({ items: [], total: 0, 'next-cursor': null });
  });

  it('rejects an invalid limit or cursor, naming the field', async () => {
    for (const query of ['limit=0', 'limit=1001', 'limit=1.5', 'limit=', 'limit=1&cursor=nonsense']) {
      const reply = await here.test.as(here.ugo, `GET /license/v1/licenses/consumable?${query}`);
      const field = query.includes('cursor') ? 'cursor' : 'limit';
      expect([query, reply.status, reply.body.problems?.[0]?.path]).toEqual([query, 400, field]);
    }
  });
});
