export { compileOnce, type ParametersFor } from './compile-once.ts';
export type { Notification } from './connection/notification.ts';
export type { Opening } from './connection/opening.ts';
export { OutcomeUnknownError } from './connection/outcome-unknown.ts';
export { isOutdatedPlan } from './connection/prepared.ts';
export { planFor, type Statement, type StatementResult } from './connection/statement.ts';
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
