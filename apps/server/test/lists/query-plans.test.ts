import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOwnTwin, listsOf } from '../../../../bench/lists/lists.ts';
import { addressOf, type ListRequest, requestsOf, type Samples } from '../../../../bench/lists/requests.ts';
import { type ListReply, samplesOf } from '../../../../bench/lists/samples.ts';
import { type SeededAccount, seed } from '../../../../bench/seed/seed.ts';
import { checkAuditChains } from '../../src/audit/audit-chains.ts';
import { inTransaction } from '../../src/db/database.ts';
import { withClient } from '../../src/db/open/owner-client.ts';
import { answerReset } from '../../src/modules/auth/links/answer-reset.ts';
import { readConfiguration } from '../../src/start/configuration.ts';
import { createTestApp, type TestApp, testPassword } from '../app.ts';
import { createDirectory } from '../sign-in/directories.ts';
import { type Plan, plansOf } from './plans.ts';
import { recordStatements } from './recorded-statements.ts';

/** Enough rows that PostgreSQL, which knows their number, prefers an index if there is a suitable one. */
const amounts = { seed: 1, users: 20_000, accounts: 4_000, licenses: 10_000, 'audit-rows': 20_000 };
/** A table with fewer rows is scanned just as quickly. */
const large = 3_000;

let test: TestApp;
let pool: pg.Pool;
let accounts: readonly SeededAccount[];
beforeAll(async () => {
  const configuration = readConfiguration([], {});
  if (!configuration) throw new Error('There is no configuration.');
  test = await createTestApp({
    prepare: async (connectionString) => {
      accounts = await seed(connectionString, amounts, { ...configuration, passwordHash: 'none' });
    },
  });
  // Plans as an installation makes them, for the values at hand.
  pool = new pg.Pool({ connectionString: test.connectionString, max: 1, options: '-c plan_cache_mode=auto' });
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

const ask = async (path: string) => (await test.as(test.people.root, `GET ${path}`)).body;

/** Lists that are long enough here to be read in index order rather than sorted. */
const ordered: ReadonlySet<string> = new Set([
  '/admin/v1/accounts',
  '/iam/v1/admin/users',
  '/iam/v1/audit',
  '/license/v1/admin/licenses',
]);

/** Sort orders without an index: a product's name, which is in another table, and a status that depends on time. */
const unordered: ReadonlySet<string> = new Set(
  ['name', 'product', 'type', 'status'].flatMap((sort) =>
    [sort, `-${sort}`].map((each) => `/license/v1/admin/licenses ${each}`),
  ),
);

/** Counting all accounts, and searching them without trigrams, reads each row; there is no subset to read instead. */
function mustBeReadWhole(table: string, asked: string, statement: string): boolean {
  return table === 'accounts' && (statement.startsWith('select count(*)') || unindexed.has(asked));
}

const unindexed: ReadonlySet<string> = new Set([
  'search: one character',
  'search: two characters',
  'search: no trigram',
]);

/** The plans of all reads of a request, and of the next page. */
async function plansFor(request: ListRequest): Promise<readonly Plan[]> {
  const transactions = await recordStatements(async () => {
    const { 'next-cursor': cursor } = await ask(addressOf(request));
    if (cursor) await ask(addressOf({ ...request, query: { ...request.query, cursor } }));
  });
  const plans: Plan[] = [];
  for (const transaction of transactions) plans.push(...(await plansOf(pool, transaction)));
  return plans;
}

describe('a list', () => {
  let samples: Samples;
  let account: string;
  let largeTables: ReadonlySet<string>;
  beforeAll(async () => {
    account = accounts[1]?.id ?? '';
    await inTransaction(test.services.db, 'every account', async (tx) => {
      const { id } = await tx.selectFrom('products').select('id').executeTakeFirstOrThrow();
      await tx.insertInto('pools').values({ 'account-id': account, 'product-id': id, name: 'Pool' }).execute();
    });
    samples = await samplesOf(async (path) => (await ask(path)) as unknown as ListReply, account);
    const { rows } = await pool.query<{ table: string }>(
      "select relname as table from pg_class where relkind = 'r' and reltuples >= $1",
      [large],
    );
    largeTables = new Set(rows.map(({ table }) => table));
    expect([...largeTables]).toEqual(
      expect.arrayContaining(['users', 'licenses', 'addon-licenses', 'audit', 'user-tags', 'search-texts']),
    );
  });

  for (const list of listsOf().filter(({ path }) => !path.includes('{') && !isOwnTwin(path))) {
    it(`${list.path} is read by indexes, in whatever order and whatever is looked for`, async () => {
      const requests = requestsOf(list, list.ofAccount ? account : null, samples);
      // The filter decides which index is used; the order matters only if its own index is read instead.
      const wanted = requests.filter(({ sort, asked }) => asked === 'everything' || sort === list.sorts[0]);
      for (const request of wanted) {
        for (const { statement, scanned, sorts } of await plansFor(request)) {
          const about = `${request.sort}, ${request.asked}: ${statement}`;
          const scans = scanned.filter(
            (table) => largeTables.has(table) && !mustBeReadWhole(table, request.asked, statement),
          );
          expect.soft(scans, about).toEqual([]);
          if (request.asked !== 'everything' || !statement.includes('"list-position"')) continue;
          if (ordered.has(list.path))
            expect.soft(sorts && !unordered.has(`${list.path} ${request.sort}`), about).toBe(false);
        }
      }
    });
  }
});

describe('a summary', () => {
  it.each(['/license/v1/admin/summary', '/admin/v1/summary'])('%s is counted by indexes', async (path) => {
    const transactions = await recordStatements(async () => {
      const account = path.includes('license') ? `?account=${accounts[1]?.id}` : '';
      expect(await ask(`${path}${account}`)).toMatchObject({ success: true });
    });
    for (const transaction of transactions) {
      for (const { statement, scanned } of await plansOf(pool, transaction)) {
        expect.soft(scanned.includes('licenses') || scanned.includes('users'), statement).toBe(false);
      }
    }
  });
});

describe('a user identified only by their e-mail', () => {
  /** Asserts that no query on users scans the whole table. */
  async function expectIndexes(work: () => Promise<unknown>) {
    const transactions = await recordStatements(async () => void (await work()));
    const asked = transactions.flatMap(({ reads }) => reads.filter(({ text }) => text.includes('"users"')));
    expect(asked).not.toEqual([]);
    for (const transaction of transactions) {
      for (const { statement, scanned } of await plansOf(pool, transaction)) {
        expect.soft(scanned.includes('users'), statement).toBe(false);
      }
    }
  }

  it('is found by an index when they request a new password', async () => {
    const { id } = await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .insertInto('reset-requests')
        .values({ email: accounts[2]?.administrator ?? '' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await expectIndexes(() => answerReset(test.services, id));
  });
});

describe('a sign-in', () => {
  it('finds its user, and their roles and tags, by indexes', async () => {
    const body = { username: test.people.acmeAdmin.email, password: testPassword };
    const transactions = await recordStatements(async () => {
      expect((await test.as(null, 'POST /auth/v1/authorize', body)).status).toBe(200);
    });
    const plans: Plan[] = [];
    for (const transaction of transactions) plans.push(...(await plansOf(pool, transaction)));
    expect(plans.map(({ statement }) => statement)).toHaveLength(2);
    for (const { statement, scanned } of plans) {
      const large = scanned.filter((table) =>
        ['users', 'user-roles', 'user-tags', 'sessions', 'audit'].includes(table),
      );
      expect(large, statement).toEqual([]);
    }
  });
});

describe('a directory', () => {
  it('finds its users by indexes', async () => {
    const { ask: asks } = await createDirectory(test, accounts[1]?.id ?? '');
    const first = (await asks('GET /Users?count=1')).body.Resources[0];
    const filters = [`userName eq "${first.userName}"`, 'externalId eq "none"', `id eq "${first.id}"`];
    for (const filter of filters) {
      const transactions = await recordStatements(async () => {
        const reply = await asks(`GET /Users?filter=${encodeURIComponent(`${filter} or ${filter}`)}`);
        expect([filter, reply.status]).toEqual([filter, 200]);
      });
      const plans: Plan[] = [];
      for (const transaction of transactions) plans.push(...(await plansOf(pool, transaction)));
      const people = plans.filter(({ statement }) => statement.includes('"users"'));
      expect(people).toHaveLength(2);
      for (const { statement, scanned, lookedUp } of people) {
        expect(scanned, statement).not.toContain('users');
        expect(lookedUp, statement).toMatch(/folded-email|external-id|\(id = /);
      }
    }
  });
});

describe('seeded data', () => {
  it('has intact audit logs', async () => {
    const largest = accounts[1];
    const check = await withClient(test.connectionString, (client) =>
      checkAuditChains(client, { account: largest?.id }),
    );
    expect(check).toEqual({ accounts: 1, entries: largest?.['audit-rows'], broken: [] });
  });

  it('is identical for the same seed', async () => {
    const [provider, largest] = accounts;
    expect(provider).toMatchObject({ name: 'Keyhold', administrator: 'root@keyhold.example' });
    expect(largest).toMatchObject({ id: '0195fcfa-265b-7a74-bfeb-7256fc614685', users: 2_000 });
  });
});
