import { sql } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { type Moment, startCutProxy, together } from './cut-proxy.ts';
import { toldOfEverything } from './recipes.ts';
import { type Written, watchWrites } from './written.ts';

/** Prepares a change, and returns the function that executes it. */
export type Ready<Result> = () => Promise<() => Promise<Result>>;

/** A change that was cut. */
export interface Cut<Result> {
  /** At which statement. */
  readonly where: string;
  /** What the server answered, or threw. */
  readonly result: Result | Error;
  /** What has been committed. */
  readonly written: Written;
  /** Carries the same change out again, now that the database is there. */
  again(): Promise<{ readonly result: Result; readonly written: Written }>;
}

/** The app on a database whose connections can be cut at every statement. */
export interface Bench {
  readonly test: TestApp;
  readonly make: Maker;
  /** An account whose webhook wants to hear of everything. */
  readonly account: string;
  /** What a change writes when nothing breaks. */
  wholly<Result>(ready: Ready<Result>): Promise<{ readonly result: Result; readonly written: Written }>;
  /** Runs a change again and again, cut at its first statement, then at the first that writes something, and so on to the last. */
  cuts<Result>(ready: Ready<Result>): AsyncGenerator<Cut<Result>>;
  close(): Promise<void>;
}

const begins = /^begin/;
/** What writes; the functions whose names are quoted are our own, and some of them do. */
const changes = /^\s*(insert|update|delete|with)|^\s*select "[\w-]+"\(|pg_notify/;

/** Starts it. */
export async function openBench(): Promise<Bench> {
  const proxies: Awaited<ReturnType<typeof startCutProxy>>[] = [];
  const test = await createTestApp({
    route: async (address) => {
      proxies.push(await startCutProxy(address));
      return proxies[0]?.connectionString ?? '';
    },
  });
  const [proxy] = proxies;
  if (!proxy) throw new Error('The app goes to its database directly.');
  // The last use of a session is written once a minute; it is no part of a call, nor is a session read anew after it.
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('sessions').set({ 'last-used-on': sql<Date>`now() + interval '1 day'` }).execute(),
  );
  const watch = await watchWrites(test.connectionString);
  const make = createMaker(test);
  const account = await test.createAccount('Cut off');
  await toldOfEverything(test, make, account);
  // The account's audit log has begun: an account's first entry writes more than those after it.
  await test.as(test.people.root, 'POST /iam/v1/tags', { name: 'First', 'account-id': account });

  async function cut<Result>(ready: Ready<Result>, at: number, moment: Moment): Promise<Cut<Result>> {
    const run = await ready();
    // One that was cut is replaced now, so that all begin alike.
    await sql`select`.execute(test.services.db);
    await watch.begin();
    proxy?.cutAt(at, moment);
    const result = await run().catch((error: unknown) => error as Error);
    const statement = proxy?.disarm()[at - 1];
    const written = await watch.written();
    const again = async () => ({ result: await run(), written: await watch.written() });
    return { where: `${moment} statement ${at}: ${statement?.slice(0, 100)}`, result, written, again };
  }

  async function wholly<Result>(ready: Ready<Result>) {
    const run = await ready();
    await watch.begin();
    proxy?.cutAt(Number.POSITIVE_INFINITY, 'before');
    const result = await run();
    return { statements: proxy?.disarm() ?? [], result, written: await watch.written() };
  }

  return {
    test,
    make,
    account,
    wholly,
    async *cuts(ready) {
      const { statements } = await wholly(ready);
      let changed = false;
      for (const [index, statement] of statements.entries()) {
        const at = index + 1;
        const texts = statement.split(together);
        if (begins.test(texts[0] ?? '')) changed = false;
        const writes = texts.some((text) => changes.test(text));
        const ends = texts.at(-1) === 'commit' && (changed || writes);
        // To be cut off before a question is to be cut off after what came before it.
        if (at === 1 || writes || ends) yield await cut(ready, at, 'before');
        if (ends) yield await cut(ready, at, 'after');
        changed ||= writes;
      }
    },
    async close() {
      await watch.close();
      await test.close();
      await proxy.close();
    },
  };
}
