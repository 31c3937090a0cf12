export type { Certificate, LeaseClaims } from './claims.ts';
export type { Clock } from './clock.ts';
export type { ConsumableLicense } from './consumable-license.ts';
export type { ConsumeRequest } from './consume-request.ts';
export type { Handler } from './emitter.ts';
export {
  AuthenticationError,
  ClockError,
  CopiedError,
  EpochStaleError,
  InvalidReplyError,
  KeyholdError,
  LeaseLapsedError,
  LeaseReleasedError,
  LicenseExpiredError,
  LicenseSuspendedError,
  MaintenanceEndedError,
  NoSeatError,
  NotEligibleError,
  RefusedError,
  ReleasePendingError,
  SignInError,
  UnreachableError,
} from './errors.ts';
export { createKeyhold, type Keyhold, type KeyholdOptions } from './keyhold.ts';
export type { Lease, LeaseEvents, LeaseStanding, Released } from './lease.ts';
export type { OfflineLease } from './offline-lease.ts';
export type { SignInByBrowser } from './sign-in-by-browser.ts';
export type { SignInByCode, SignInCode } from './sign-in-by-code.ts';
export { fileStore, type KeyholdStore, memoryStore } from './store.ts';
