// `npm run bench:deletion`: deletes an account with very many people, restores it, and prints how long each took.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connect, type Database, inTransaction, reading } from '../../apps/server/src/db/database.ts';
import { openBed } from '../bed/bed.ts';

/** People per transaction of the preparation. */
const step = 10_000;

const { values } = parseArgs({ options: { people: { type: 'string', default: '500000' } } });
await run(Number(values.people));

async function run(people: number): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  const db = connect(bed.database.connectionString, 2);
  try {
    const account = await bed.seed.createAccount('Very large');
    for (let done = 0; done < people; done += step) {
      await inTransaction(db, 'every account', (tx) =>
        sql`insert into users ("account-id", email, "first-name", "last-name", status)
          select ${account}, n || '@large.example', 'Ada', 'Number ' || n, 'Active'
          from generate_series(${done + 1}::int, ${Math.min(people, done + step)}::int) as n`.execute(tx),
      );
    }
    const [root] = await bed.seed.createPeople(bed.seed.installation.providerAccountId, 1, {
      role: 'Root Administrator',
    });
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
    await timed('Delete: the answer', () => send('DELETE', ''));
    await timed('Delete: the people', carry);
    await timed('Restore: the answer', () => send('POST', '/restore'));
    await timed('Restore: the people', carry);
  } finally {
    await db.destroy();
    await bed.close();
  }
}

async function isCarried(db: Database, account: string): Promise<boolean> {
  const find = (tx: Parameters<Parameters<typeof reading>[2]>[0]) =>
    tx.selectFrom('accounts').select('carrying').where('id', '=', account).executeTakeFirstOrThrow();
  return (await reading(db, 'every account', find)).carrying !== null;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const reply = await work();
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`${what} ${reply instanceof Response ? reply.status : ''} ${seconds.toFixed(1)} s`);
}
