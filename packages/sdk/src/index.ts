export { fileStore } from './device/file-store.ts';
export { machineId } from './device/machine.ts';
export type { Handler } from './events/emitter.ts';
export { createKeyhold, type Keyhold } from './keyhold.ts';
export type { KeyholdOptions } from './keyhold-options.ts';
export type { ConsumeRequest, Device, PlaceInLine } from './leases/consume-request.ts';
export type { Lease, LeaseEvents, LeaseStanding, Released } from './leases/lease.ts';
export type { OfflineLease } from './leases/offline-lease.ts';
export type { ConsumableLicense } from './replies/consumable-license.ts';
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
} from './replies/errors.ts';
export { type Language, type Reported, sentenceFor } from './sentences.ts';
export type { SignInByBrowser } from './session/sign-in-by-browser.ts';
export type { SignInByCode, SignInCode } from './session/sign-in-by-code.ts';
export type { Certificate, LeaseClaims } from './signatures/claims.ts';
export { type KeyholdStore, memoryStore } from './store/store.ts';
export type { Clock } from './time/clock.ts';
