// `npm run bench:deletion`: deletes accounts with very many people, restores them, and prints how long each took, also per person.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect, type Database, inTransaction, readOnly } from '../../apps/server/src/db/database.ts';
import { type Bed, openBed } from '../bed/bed.ts';

/** People per transaction of the preparation. */
const step = 10_000;

const { values } = parseArgs({ options: { people: { type: 'string', default: '50000,500000' } } });
await run(values.people.split(',').map(Number));

async function run(sizes: readonly number[]): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  const db = connect(bed.database.connectionString, 2);
  try {
    const [root] = await bed.seed.createPeople(bed.seed.installation.providerAccountId, 1, {
      role: 'Root Administrator',
    });
    for (const people of sizes) {
      const account = await createLarge(bed, db, people);
      const send = (method: string, path: string) =>
        fetch(`${bed.nodes[0]?.url}/admin/v1/accounts/${account}${path}`, {
          method,
          headers: { authorization: `Bearer ${root?.token}` },
        });
      // The server's own job carries the account through.
      const carry = async () => {
        while (await isCarried(db, account)) await wait(100);
      };
      console.log(`${people} people:`);
      await timed('Delete: the answer', people, () => send('DELETE', ''));
      await timed('Delete: the people', people, carry);
      await timed('Restore: the answer', people, () => send('POST', '/restore'));
      await timed('Restore: the people', people, carry);
    }
  } finally {
    await db.destroy();
    await bed.close();
  }
}

async function createLarge(bed: Bed, db: Database, people: number): Promise<string> {
  const account = await bed.seed.createAccount(`Very large ${people}`);
  for (let done = 0; done < people; done += step) {
    await inTransaction(db, 'every account', (tx) =>
      sql`insert into users ("account-id", email, "first-name", "last-name", status)
        select ${account}, n || '@large' || ${people}::text || '.example', 'Ada', 'Number ' || n, 'Active'
        from generate_series(${done + 1}::int, ${Math.min(people, done + step)}::int) as n`.execute(tx),
    );
  }
  return account;
}

async function isCarried(db: Database, account: string): Promise<boolean> {
  const find = (tx: Parameters<Parameters<typeof readOnly>[2]>[0]) =>
    tx.selectFrom('accounts').select('cascading').where('id', '=', account).executeTakeFirstOrThrow();
  return (await readOnly(db, 'every account', find)).cascading !== null;
}

async function timed(what: string, people: number, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const reply = await work();
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `${what} ${reply instanceof Response ? reply.status : ''} ${seconds.toFixed(1)} s, ${((seconds * 1e6) / people).toFixed(0)} µs per person`,
  );
}
