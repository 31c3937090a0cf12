import type pg from 'pg';
import type { Logger } from 'pino';
import { openClient, queryRegularly } from '../db/pool.ts';

/** The one node of all that holds an advisory lock of the database. */
export interface Leader {
  /** Whether this node leads at the moment; it takes a free lock. */
  leads(): Promise<boolean>;
  /** Releases the lock, so that the next node to try leads. */
  close(): Promise<void>;
}

/** How often the leader's connection is used while it works, in milliseconds. */
const keepAliveEvery = 2_000;
/** PostgreSQL ends a session, and with it the lock, that has been silent for so long: its machine may be gone. */
const longestSilence = 10_000;
/** Longest wait for a reply of the database, in milliseconds. */
const replyTimeout = 5_000;

/**
 * Elects a leader among nodes by a session's advisory lock. When the leader dies, so does its connection, and another node
 * leads as soon as it tries; where PostgreSQL is not notified, after ten seconds.
 *
 * @param connectionString without a pooler in between: the lock belongs to a session
 */
export function createLeader(connectionString: string, log: Logger): Leader {
  let session: Promise<pg.Client> | null = null;
  let endKeepAlive: (() => void) | undefined;

  async function drop(): Promise<void> {
    const lost = session;
    session = null;
    endKeepAlive?.();
    await lost?.then((client) => client.end()).catch(() => undefined);
  }

  async function open(): Promise<pg.Client> {
    const client = await openClient({ connectionString, application_name: 'keyhold jobs' }, replyTimeout);
    await client.query(`set idle_session_timeout = ${longestSilence}`);
    endKeepAlive?.();
    endKeepAlive = queryRegularly(client, keepAliveEvery);
    return client;
  }

  return {
    async leads() {
      try {
        session ??= open();
        // A session that holds the lock gets it again.
        const { rows } = await (await session).query(
          "select pg_try_advisory_lock(hashtext('keyhold leader')) as leads",
        );
        return rows[0]?.leads === true;
      } catch (error) {
        log.debug({ err: error }, 'The leader among the nodes cannot be determined.');
        await drop();
        return false;
      }
    },
    close: drop,
  };
}
