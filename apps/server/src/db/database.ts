import {
  defer,
  inAutocommit,
  isOutdatedPlan,
  type Opening,
  openDatabase,
  inOneRoundTrip as runInOneRoundTrip,
  inTransaction as runInTransaction,
} from '@keyhold/pg-round-trip';
import { type CompiledQuery, sql, type UpdateObject, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import pg from 'pg';
import { runBeforeCommit } from './before-commit.ts';
import { isOpenSessionAlone } from './conditions.ts';
import { isDatabaseError } from './errors.ts';
import { clock, now } from './expressions.ts';
import type { Database, Transaction } from './handles.ts';
import { type NotingDatabase, noted } from './noted-commits.ts';
import { openPool } from './pool.ts';
import type { Schema } from './schema.ts';

export type { Database, Transaction };

/** A session or service account token as cached by a node. Its version grows whenever its bearer's rights change. */
export interface CachedSession {
  readonly of: 'user' | 'service account';
  readonly id: string;
  readonly version: number;
}

/** The rows that a transaction sees and writes: those of one account, or of every account. */
export type Scope =
  | 'every account'
  | {
      /** An account's id; `*` for every account. */
      readonly account: string;
      /** The request's session, if it was cached: the database confirms it before any result is returned. */
      readonly session?: CachedSession | undefined;
    };

/** The cached session is outdated; nothing was committed or returned. */
export class SessionChanged extends Error {}

const eightByteInteger = 20;

/**
 * Opens a pool of connections to the database.
 *
 * @param size the maximum number of connections
 * @param options.pooled whether a pooler gives each transaction another connection, which rules out prepared statements
 */
export function connect(connectionString: string, size: number, { pooled = false } = {}): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(eightByteInteger, Number);
  const pool = openPool({ connectionString, max: size, types, application_name: 'keyhold requests' });
  return openDatabase<Schema>(pool, { prepare: !pooled });
}

/** The current connections of a pool, and the number of transactions that wait for one. */
interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Returns the load of a pool that {@link connect} opened. */
export function poolLoad({ pool: { totalCount, idleCount, waitingCount } }: Database): PoolLoad {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/**
 * Runs work in one transaction, as the role that row-level security binds, seeing only the scope's rows. An exception
 * rolls it back. After a deadlock or a serialization failure the work runs again, so its only side effects must be
 * queries through its handle. Queries issued in the same turn share a round trip.
 *
 * @throws {SessionChanged} when the scope's session differs from the cached one
 * @throws {OutcomeUnknownError} when it may have been committed: it must not run again
 * @example
 * await inTransaction(db, { account: actor.accountId }, (tx) => tx.selectFrom('tags').selectAll().execute());
 */
export async function inTransaction<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await withRetry(() =>
    runInTransaction(db, openingOf(scope, 'write'), async (tx: Transaction) => {
      const done = await work(tx);
      await runBeforeCommit(tx);
      return done;
    }),
  );
  noteCommit(db);
  return result;
}

/**
 * Like {@link inTransaction}, for work that only reads: every query sees the data committed when it begins, and is one
 * round trip.
 */
export function readOnly<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withRetry(() => inAutocommit(db, openingOf(scope, 'read'), work));
}

/**
 * Like {@link inTransaction}, for work that changes rows only to read what would follow: nothing of it is kept, and what
 * is due before a commit is left out.
 */
export async function inRehearsal<Result>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let over: { readonly read: Result } | null = null;
  const run = () =>
    runInTransaction(db, openingOf(scope, 'write'), async (tx: Transaction) => {
      over = { read: await work(tx) };
      throw new RehearsalOver();
    });
  return withRetry(() =>
    run().catch((error: unknown) => {
      if (error instanceof RehearsalOver && over) return over.read;
      throw error;
    }),
  );
}

/** Rolls a rehearsal back. */
class RehearsalOver extends Error {}

/** A scope without a session to confirm: a single statement commits before the confirmation could be checked. */
type CertainScope = 'every account' | { readonly account: string; readonly session?: never };

/** Like {@link inTransaction}, for one statement as its own transaction, in one round trip. */
export async function inOneRoundTrip<Row>(
  db: Database,
  scope: CertainScope,
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  const rows = await withRetry(() => runInOneRoundTrip(db, openingOf(scope, 'write'), query));
  noteCommit(db);
  return rows;
}

function noteCommit(db: NotingDatabase): void {
  const state = db[noted];
  if (state) state.committed = true;
}

const bind = `select set_config('role', 'keyhold_app', true), set_config('keyhold.account', $1, true)`;
const readOnlyMode = `set_config('transaction_read_only', 'on', true)`;
const bindings = { write: bind, read: `${bind}, ${readOnlyMode}` } as const;
/** Follows the settings, which make the row visible. */
const confirmations: Readonly<Record<CachedSession['of'], string>> = {
  user: `(select true from sessions
  where id = $2 and version = $3 and ${isOpenSessionAlone}) as confirmed`,
  'service account': `(select true from "service-account-tokens"
  where id = $2 and version = $3 and "expires-on" > now()) as confirmed`,
};

/**
 * Sets the role that row-level security binds and the scope's account, and confirms a cached session.
 *
 * @param access whether writes are allowed
 */
function openingOf(scope: Scope, access: 'read' | 'write'): Opening {
  const { account, session } = scope === 'every account' ? { account: '*' } : scope;
  if (!session) return { statements: [{ text: bindings[access], values: [account] }] };
  const text = `${bindings[access]}, ${confirmations[session.of]}`;
  return {
    statements: [{ text, values: [account, session.id, session.version] }],
    check([bound]) {
      if (bound?.rows[0]?.['confirmed'] !== true) throw new SessionChanged();
    },
  };
}

/** PostgreSQL's 'serialization_failure' and 'deadlock_detected': a retry may succeed. */
const transient: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Runs a transaction and retries it, twice at most, after a transient error or an outdated plan. */
async function withRetry<Result>(run: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (tries <= 1 || !(isTransient(error) || isOutdatedPlan(error))) throw error;
    return withRetry(run, tries - 1);
  }
}

function isTransient(error: unknown): boolean {
  return isDatabaseError(error) && transient.has(error.code);
}

/** Tables whose rows have an id and the time of their last change. */
type ChangedTable =
  | 'accounts'
  | 'addon-licenses'
  | 'addons'
  | 'applications'
  | 'licenses'
  | 'pools'
  | 'products'
  | 'service-accounts'
  | 'tags'
  | 'users'
  | 'webhooks';

/** Builds the update of a row, including the time of its change; the caller executes it, or adds a returning clause. */
export function updateRow<Table extends ChangedTable>(
  tx: Transaction,
  table: Table,
  id: string,
  changes: UpdateObject<Schema, Table>,
): UpdateQueryBuilder<Schema, Table, Table, UpdateResult> {
  const update = tx.updateTable<ChangedTable>(table).set({ ...changes, 'updated-on': clock });
  // Kysely cannot infer the columns of a table that is a type parameter.
  return update.where('id', '=', id) as unknown as UpdateQueryBuilder<Schema, Table, Table, UpdateResult>;
}

/**
 * Makes prepared statements keep one plan for any values until the transaction ends. For statements that take longer to
 * plan than to execute, and whose best plan depends on no value: by its own estimates, PostgreSQL may plan them for each
 * call.
 */
export function keepPlans(tx: Transaction): void {
  defer(tx, sql.raw('set local plan_cache_mode = force_generic_plan'));
}

/** The start time of a transaction, by the database's clock. */
export async function readTime(tx: Transaction): Promise<Date> {
  return (await tx.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()).now;
}
