import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { accountMayAct, condition, isOpenSession, userMayAct } from '../../db/conditions.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { anyOf, now } from '../../db/expressions.ts';

declare module '../../services.ts' {
  interface Services {
    readonly sessionWatch: SessionWatch;
  }
}

/** Watches the sessions of this node's open streams. */
export interface SessionWatch {
  /**
   * Calls `end` within two seconds after a session ends, for any reason, until the returned function is called.
   *
   * @param session.version the version with which the stream was opened: if it is given, a change of the
   * user's permissions ends the stream as well
   */
  watch(session: { readonly id: string; readonly version?: number }, end: () => void): () => void;
}

/** Delay between two polls, in milliseconds: with its query, a poll ends well within two seconds. */
const pollInterval = 1_000;

interface Watched {
  readonly id: string;
  readonly version?: number;
  readonly end: () => void;
}

/** Polls all watched sessions with one query; stops polling while none is watched, and when the server stops. */
export function createSessionWatch(db: Database, log: Logger, stopping: AbortSignal): SessionWatch {
  const watched = new Set<Watched>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (watched.size > 0 && !stopping.aborted) {
      await poll().catch((error: unknown) => {
        log.warn({ err: error }, 'The sessions of open streams cannot be read; they are polled again in a second.');
      });
      await wait(pollInterval, undefined, { ref: false });
    }
    isRunning = false;
  }

  async function poll(): Promise<void> {
    const all = [...watched];
    const versions = await readVersions(db, [...new Set(all.map(({ id }) => id))]);
    for (const { id, version, end } of all) {
      const found = versions.get(id);
      if (found === undefined || found !== (version ?? found)) end();
    }
  }

  return {
    watch(session, end) {
      const one: Watched = { ...session, end };
      watched.add(one);
      if (!isRunning) void run();
      return () => watched.delete(one);
    },
  };
}

/** The versions of the sessions and tokens that are still valid, by the conditions of `authenticate`. */
async function readVersions(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user-id')
      .innerJoin('accounts', 'accounts.id', 'users.account-id')
      .select(['sessions.id', 'sessions.version'])
      .where('sessions.id', '=', anyOf(ids))
      .where(condition(isOpenSession()))
      .where(condition(userMayAct()))
      .unionAll(
        tx
          .selectFrom('service-account-tokens as tokens')
          .innerJoin('accounts', 'accounts.id', 'tokens.account-id')
          .select(['tokens.id', 'tokens.version'])
          .where('tokens.id', '=', anyOf(ids))
          .where('tokens.expires-on', '>', now)
          .where(condition(accountMayAct())),
      )
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}
