export type { Certificate, LeaseClaims } from './claims.ts';
export type { Clock } from './clock.ts';
export type { ConsumableLicense } from './consumable-license.ts';
export type { ConsumeRequest, Device, PlaceInLine } from './consume-request.ts';
export type { Handler } from './emitter.ts';
export {
  AuthenticationError,
  ClockError,
  CopiedError,
  EpochStaleError,
  type HeldLease,
  InvalidReplyError,
  KeyholdError,
  LeaseLapsedError,
  LeaseReleasedError,
  LicenseExpiredError,
  LicenseSuspendedError,
  MaintenanceEndedError,
  NoSeatError,
  NotEligibleError,
  PlaceLostError,
  RefusedError,
  ReleasePendingError,
  SignInError,
  UnreachableError,
  VersionNotCoveredError,
} from './errors.ts';
export { createKeyhold, type Keyhold } from './keyhold.ts';
export type { KeyholdOptions } from './keyhold-options.ts';
export type { Lease, LeaseEvents, LeaseStanding, Released } from './lease.ts';
export { machineId } from './machine.ts';
export type { OfflineLease } from './offline-lease.ts';
export { type Language, type Reported, sentenceFor } from './sentences.ts';
export type { SignInByBrowser } from './sign-in-by-browser.ts';
export type { SignInByCode, SignInCode } from './sign-in-by-code.ts';
export { fileStore, type KeyholdStore, memoryStore } from './store.ts';
