export type { Notification } from './commit-before-flush.ts';
export { compileOnce, type ParametersFor } from './compile-once.ts';
export {
  bringForward,
  commitBeforeFlush,
  defer,
  deferToCommit,
  inAutocommit,
  inOneRoundTrip,
  inTransaction,
  notifyLater,
  openDatabase,
} from './database.ts';
export type { RoundTripDatabase, RoundTripTransaction } from './internals.ts';
export { loadById } from './load-by-id.ts';
export type { Opening } from './opening.ts';
export { OutcomeUnknownError } from './outcome-unknown.ts';
export { isOutdatedPlan } from './prepared.ts';
export { planFor, type Statement, type StatementResult } from './statement.ts';
