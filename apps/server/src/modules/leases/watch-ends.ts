import { sql } from 'kysely';
import { inTransaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../streams/announce.ts';
import { sweepLeases } from './sweep-leases.ts';

/** How often a node looks for what has ended, in milliseconds. */
const lookEvery = 1000;
/** After a look that took long, it rests for so many times as long: many seats in use must not keep the database busy. */
const restFactor = 5;
/** The first look tells of what ended in so many seconds before it. */
const firstSpan = 60;

/** Something that runs until it is stopped. */
export interface EndsWatch {
  stop(): Promise<void>;
}

/**
 * Looks each second for leases and licenses that have ended by time. Each node does; what one of them is just writing
 * down, the others leave to it.
 */
export function watchEnds(services: Services): EndsWatch {
  const { log } = services;
  const stopping = new AbortController();
  let since: Date | null = null;

  async function look(): Promise<void> {
    since = await tellExpired(services, since);
    await sweepLeases(services);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      await look().catch((error: unknown) => log.warn({ err: error }, 'What has ended cannot be looked up.'));
      await rest(Math.max(lookEvery, restFactor * (performance.now() - begun)), stopping.signal);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Tells open consoles which licenses' terms have ended since the last look, by the database's clock; what their holders
 * hear is the sweep's.
 *
 * @returns the moment of this look
 */
async function tellExpired({ db, installation }: Services, since: Date | null): Promise<Date> {
  return inTransaction(db, 'every account', async (tx) => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(tx);
    const now = rows[0]?.now ?? new Date();
    const ended = await tx
      .selectFrom('licenses')
      .select(['id', 'account-id'])
      .where('deleted-on', 'is', null)
      .where('expiry-perpetual', '=', sql<boolean>`false`)
      .where('expiry-date', '>', since ?? sql<Date>`now() - make_interval(secs => ${firstSpan})`)
      .where('expiry-date', '<=', sql<Date>`now()`)
      .execute();
    for (const { id, 'account-id': account } of ended) {
      await announce(tx, { event: 'changed', account, rn: rnOf(installation, account, 'license', id) });
    }
    return now;
  });
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
