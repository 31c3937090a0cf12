import { type RawBuilder, sql } from 'kysely';
import { ago } from '../db/expressions.ts';

/** What a module purges (`jobs/purge.ts`). */
export interface Purged {
  /** Rows that are only kept for a while: a table, and the condition of those to remove. */
  readonly spent?: readonly (readonly [table: string, condition: RawBuilder<unknown>])[];
  /** What refers to rows that are purged, by their table. */
  readonly references?: { readonly [table in Referenced]?: readonly Reference[] };
}

/** The tables whose rows are purged after what refers to them. A connection's id is that of its account. */
export type Referenced = 'licenses' | 'pools' | 'users' | 'tags' | 'service-accounts' | 'sign-in-connections';

/** A column that refers to rows which are purged: its rows are deleted before them, or the column is cleared. */
export type Reference = readonly [table: string, column: string, removal: 'delete' | 'clear'];

/** When spent rows are purged: late enough to investigate recent events. */
export const spent = ago({ days: 7 });
export const aDayAgo = ago({ days: 1 });

/** Rows with an end and an expiry of which one is over. */
export const endedOrExpired = sql`("ended-on" < ${spent} or "expires-on" < ${spent})`;
