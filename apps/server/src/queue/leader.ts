import type pg from 'pg';
import type { Logger } from 'pino';
import { openClient } from '../db/pool.ts';

/** The election of a leader: the node that holds an advisory lock of the database. */
export interface Leader {
  /** Whether this node leads now; acquires the lock if it is free. */
  leads(): Promise<boolean>;
  /** Releases the lock, so that the next node that tries becomes the leader. */
  close(): Promise<void>;
}

/** Interval between keep-alive queries on the leader's connection, in milliseconds. */
const keepAliveEvery = 2_000;
/** PostgreSQL ends a session that is idle for so long, in milliseconds, and releases its lock: the node may be dead. */
const longestSilence = 10_000;
/** Maximum wait for a reply of the database, in milliseconds. */
const replyTimeout = 5_000;

/**
 * Elects a leader among the nodes by an advisory lock of a session. When the leader dies, its connection closes and the
 * next node that tries leads; if PostgreSQL does not notice the loss, after ten seconds.
 *
 * @param connectionString without a pooler in between: the lock belongs to a session
 */
export function createLeader(connectionString: string, log: Logger): Leader {
  let session: Promise<pg.Client> | null = null;
  let keepAlive: NodeJS.Timeout | undefined;
  let answer: Promise<boolean> | null = null;
  let failing = false;

  async function drop(): Promise<void> {
    const lost = session;
    session = null;
    clearInterval(keepAlive);
    await lost?.then((client) => client.end()).catch(() => undefined);
  }

  async function open(): Promise<pg.Client> {
    const client = await openClient({ connectionString, application_name: 'keyhold jobs' }, replyTimeout);
    await client.query(`set idle_session_timeout = ${longestSilence}`);
    keepAlive = setInterval(() => void leads(), keepAliveEvery);
    return client;
  }

  async function ask(): Promise<boolean> {
    try {
      session ??= open();
      // A session that already holds the lock acquires it again.
      const { rows } = await (await session).query("select pg_try_advisory_lock(hashtext('keyhold leader')) as leads");
      failing = false;
      return rows[0]?.leads === true;
    } catch (error) {
      // Once for all failures in a row.
      log[failing ? 'debug' : 'warn']({ err: error }, 'The leader among the nodes cannot be determined.');
      failing = true;
      await drop();
      return false;
    }
  }

  /** A connection executes one query at a time, so simultaneous calls share an answer. */
  function leads(): Promise<boolean> {
    answer ??= ask().finally(() => {
      answer = null;
    });
    return answer;
  }

  return {
    leads,
    close: async () => {
      await answer;
      await drop();
    },
  };
}
