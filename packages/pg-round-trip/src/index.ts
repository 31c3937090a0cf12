export type { Notification } from './commit-before-flush.ts';
export { compileOnce, type ParametersFor } from './compile-once.ts';
export {
  commitBeforeFlush,
  defer,
  deferToCommit,
  inAutocommit,
  inOneRoundTrip,
  inTransaction,
  openDatabase,
} from './database.ts';
export type { RoundTripDatabase, RoundTripTransaction } from './handle.ts';
export { loadById } from './load-by-id.ts';
export type { Opening } from './opening.ts';
export { isOutdatedPlan } from './prepared.ts';
export { planFor, type Statement, type StatementResult } from './statement.ts';
