import type { Statement } from './statement.ts';

// A commit holds its locks until it is on the disk (PostgreSQL, section 30.4, 'Asynchronous Commit'). Of transactions that
// take turns for one lock, each would wait for a flush of its own. These two let the lock go first, and wait together.

/** Before the commit: it takes effect, and releases its locks, without waiting for the disk. */
export const withoutFlush: Statement = { text: `select set_config('synchronous_commit', 'off', true)`, values: [] };

/**
 * After the commit: a transaction of its own, which writes a record and waits as the server's settings say, for standbys,
 * too. All that was written before that record is on the disk with it.
 */
export const flush: Statement = { text: `select pg_logical_emit_message(true, 'flush', '')`, values: [] };
