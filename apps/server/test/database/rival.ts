import pg from 'pg';
import type { TestApp } from '../app.ts';
import { waitingForLocks } from './lock-waits.ts';

/** A change under test; its reply, if it has one. */
type Change = () => Promise<{ readonly status: number } | undefined>;

/** Another transaction of the test's database, of every account, which holds locks that changes wait for. */
export type Rival = Awaited<ReturnType<typeof openRival>>;

export async function openRival(test: Pick<TestApp, 'connectionString' | 'services'>) {
  const client = new pg.Client({ connectionString: test.connectionString });
  await client.connect();
  await client.query("set keyhold.account = '*'");

  const rival = {
    query: <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => client.query<Row>(text, values),

    /** Makes a change while the rival holds a lock of an id; returns what the rival then sees, and the status. */
    async whileHeld<Seen>(lock: string, id: string, change: Change, see: () => Promise<Seen>) {
      await client.query('begin');
      await client.query(lock, [id]);
      const reply = change();
      const seen = await waitingForLocks(test)
        .then(see)
        .finally(() => client.query('rollback'));
      return { seen, status: (await reply)?.status };
    },

    /** Whether nobody has locked a row. */
    async isFree(table: string, id: string): Promise<boolean> {
      const { rowCount } = await client.query(`select from "${table}" where id = $1 for update skip locked`, [id]);
      return rowCount === 1;
    },

    /** Makes a change of two rows while the rival holds the first by id; `seen`: it has not locked the second. */
    async whileFirstHeld(table: string, ids: readonly [string, string], change: Change) {
      const [first, second] = ids.toSorted();
      if (!first || !second) throw new Error('There are two rows.');
      // Moved in the table and its indexes, so that only an order by id begins with it reliably.
      await client.query(`update "${table}" set "created-on" = "created-on" + interval '1 ms' where id = $1`, [first]);
      const lock = `select from "${table}" where id = $1 for update`;
      return rival.whileHeld(lock, first, change, () => rival.isFree(table, second));
    },

    close: () => client.end(),
  };
  return rival;
}
