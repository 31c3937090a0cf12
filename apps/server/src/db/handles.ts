import type { RoundTripDatabase, RoundTripTransaction } from '@keyhold/pg-round-trip';
import type { Schema } from './schema.ts';

// In a file of their own, because `database.ts`, which others import them from, uses files that need them.

/** Every table, through typed queries. */
export type Database = RoundTripDatabase<Schema>;
/** A transaction in progress: every query of an operation goes through this handle. */
export type Transaction = RoundTripTransaction<Schema>;
