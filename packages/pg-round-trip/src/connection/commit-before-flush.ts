import type { LateNotifications } from './late-notifications.ts';
import type { Notification } from './notification.ts';
import { OutcomeUnknownError } from './outcome-unknown.ts';
import type { Run } from './pipeline.ts';
import type { Statement } from './statement.ts';

// A commit holds its locks until it is on the disk (PostgreSQL, section 30.4, 'Asynchronous Commit'). Transactions that
// contend for one lock would each wait for their own flush. These release the lock first, and wait together.

/** Sent before the commit, which then takes effect and releases its locks without waiting for the disk. */
export const withoutFlush: Statement = { text: `select set_config('synchronous_commit', 'off', true)`, values: [] };

/**
 * Sent after commits: a separate transaction, which writes a record, and waits for the disk and for standbys according
 * to the server's settings. Everything that was written before that record is on the disk with it.
 */
function flush(notifications: readonly Notification[]): Statement {
  return {
    text: `select pg_logical_emit_message(true, 'flush', ''), (select count(pg_notify(channel, payload))
  from unnest($1::text[], $2::text[]) as notification (channel, payload))`,
    values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
  };
}

/** Flushes the last commit of a connection, and sends its notifications. */
export type GroupFlush = (run: Run, notifications: readonly Notification[]) => Flushed;

interface Flushed {
  /** Rejects with {@link OutcomeUnknownError} when it is unknown whether the commit is on the disk. */
  readonly flushed: Promise<void>;
  /** Whether the flush uses this connection, which is needed until then. */
  readonly leads: boolean;
}

/**
 * Flushes commits in groups: commits that arrive while a flush is in flight share the next one, which uses the
 * connection of the first of them. A single commit does not wait for others.
 *
 * @param late sends the notifications that cannot be sent with their flush: the commits have taken effect
 */
export function createGroupFlush(late: Pick<LateNotifications, 'add'>): GroupFlush {
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
      if (!(await run([flush(gathered)])).failure) return;
      late.add(gathered);
      // Such as with a full queue of notifications. On a lost connection this one fails, too.
      const outcome = await run([flush([])]);
      if (outcome.failure) throw new OutcomeUnknownError(outcome.failure.error);
    });
    next = { notifications: gathered, flushed };
    inFlight = flushed.catch(() => undefined);
    return { flushed, leads: true };
  };
}
