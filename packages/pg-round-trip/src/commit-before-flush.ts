import type { Run } from './connections.ts';
import type { Statement } from './statement.ts';

// A commit holds its locks until it is on the disk (PostgreSQL, section 30.4, 'Asynchronous Commit'). Of transactions that
// take turns for one lock, each would wait for a flush of its own. These let the lock go first, and wait together.

/** Before the commit: it takes effect, and releases its locks, without waiting for the disk. */
export const withoutFlush: Statement = { text: `select set_config('synchronous_commit', 'off', true)`, values: [] };

/** What NOTIFY sends: at most 7,999 bytes of payload. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

/**
 * After commits: a transaction of its own, which writes a record, and waits as the server's settings say, for standbys, too.
 * All that was written before that record is on the disk with it.
 */
function flush(notifications: readonly Notification[]): Statement {
  return {
    text: `select pg_logical_emit_message(true, 'flush', ''), (select count(pg_notify(channel, payload))
  from unnest($1::text[], $2::text[]) as notification (channel, payload))`,
    values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
  };
}

/** Flushes what a connection has just committed, and sends its notifications. */
export type GroupFlush = (run: Run, notifications: readonly Notification[]) => Flushed;

interface Flushed {
  /** Rejects when nobody knows whether the commit is on the disk. */
  readonly flushed: Promise<void>;
  /** Whether the flush goes through this connection, which is needed until then. */
  readonly leads: boolean;
}

/**
 * Flushes commits in groups: those that come while one flush is in flight share the next one, which goes through the
 * connection of the first of them. One that comes alone waits for nobody.
 */
export function createGroupFlush(): GroupFlush {
  let inFlight: Promise<void> = Promise.resolve();
  let next: { readonly notifications: Notification[]; readonly flushed: Promise<void> } | undefined;

  return (run, notifications) => {
    if (next) {
      for (const notification of notifications) next.notifications.push(notification);
      return { flushed: next.flushed, leads: false };
    }
    const gathered = [...notifications];
    const flushed = inFlight.then(async () => {
      next = undefined;
      const { failure } = await run([flush(gathered)]);
      if (failure) throw failure.error;
    });
    next = { notifications: gathered, flushed };
    inFlight = flushed.catch(() => undefined);
    return { flushed, leads: true };
  };
}
