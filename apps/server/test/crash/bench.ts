import { sql } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';
import { type Moment, startCutProxy, together } from './cut-proxy.ts';
import { toldOfEverything } from './recipes.ts';
import { type Written, watchWrites } from './written.ts';

/** Prepares a change, and returns the function that executes it. */
export type Ready<Result> = () => Promise<() => Promise<Result>>;

/** A change during which the connection was cut. */
interface Cut<Result> {
  /** The statement at which it was cut. */
  readonly where: string;
  /** The server's reply or error. */
  readonly result: Result | Error;
  /** What has been committed. */
  readonly written: Written;
  /** Retries the same change, with the database available again. */
  again(): Promise<{ readonly result: Result; readonly written: Written }>;
}

/** The app on a database whose connections can be cut at every statement. */
export interface Bench {
  readonly test: TestApp;
  readonly make: Maker;
  /** An account with a webhook for every event. */
  readonly account: string;
  /** Executes a change without interruption, and returns what it writes. */
  wholly<Result>(ready: Ready<Result>): Promise<{ readonly result: Result; readonly written: Written }>;
  /** Repeats a change, cut at its first statement, then at the first that writes something, and so on to the last. */
  cuts<Result>(ready: Ready<Result>): AsyncGenerator<Cut<Result>>;
  close(): Promise<void>;
}

const begins = /^begin/;
/** Statements that write. Quoted function names are the product's own, and some of these functions write. */
const changes = /^\s*(insert|update|delete|with)|^\s*select "[\w-]+"\(|pg_notify/;

/** Starts the app with its proxy, on the database of `options`. */
export async function openBench(options: Pick<TestAppOptions, 'database'> = {}): Promise<Bench> {
  const proxies: Awaited<ReturnType<typeof startCutProxy>>[] = [];
  const test = await createTestApp({
    ...options,
    route: async (address) => {
      proxies.push(await startCutProxy(address));
      return proxies[0]?.connectionString ?? '';
    },
  });
  const [proxy] = proxies;
  if (!proxy) throw new Error('The app goes to its database directly.');
  // A session's last use is written once a minute; neither that nor reading the session afterwards is part of a call.
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('sessions').set({ 'last-used-on': sql<Date>`now() + interval '1 day'` }).execute(),
  );
  const watch = await watchWrites(test.connectionString);
  const make = createMaker(test);
  const account = await test.createAccount('Cut off');
  await toldOfEverything(test, make, account);
  // Writes the first entry of the account's audit log now, because it writes more than later ones.
  await test.as(test.people.root, 'POST /iam/v1/tags', { name: 'First', 'account-id': account });

  async function cut<Result>(run: () => Promise<Result>, at: number, moment: Moment): Promise<Cut<Result>> {
    // Replaces a connection that was cut, so that all runs begin in the same state.
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
    async *cuts<Result>(ready: Ready<Result>) {
      const { statements } = await wholly(ready);
      let prepared: (() => Promise<Result>) | null = null;
      /** A cut after which nothing was written leaves what was prepared for the next, unless the change was retried. */
      async function* next(at: number, moment: Moment): AsyncGenerator<Cut<Result>> {
        const run = prepared ?? (await ready());
        prepared = null;
        const done = await cut(run, at, moment);
        let retried = false;
        yield {
          ...done,
          again() {
            retried = true;
            return done.again();
          },
        };
        if (!retried && Object.keys(done.written).length === 0) prepared = run;
      }
      let changed = false;
      for (const [index, statement] of statements.entries()) {
        const at = index + 1;
        const texts = statement.split(together);
        if (begins.test(texts[0] ?? '')) changed = false;
        const writes = texts.some((text) => changes.test(text));
        const ends = texts.at(-1) === 'commit' && (changed || writes);
        // A cut before a read is equivalent to a cut after the previous statement.
        if (at === 1 || writes || ends) yield* next(at, 'before');
        if (ends) yield* next(at, 'after');
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
