/** The base class of all errors of the SDK. `code` is stable and for programs; `message` is a sentence for users. */
export class KeyholdError extends Error {
  // Not `new.target.name`, which minifiers shorten.
  override name = 'KeyholdError';
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A lease of the user on another device. */
export interface HeldLease {
  /** The rn of the license. */
  readonly license: string;
  readonly deviceName: string;
  /** Since when, ISO 8601. */
  readonly since: string;
}

/** The server refused a request; `status` is the HTTP status. The refusals of licensing have their own classes. */
export class RefusedError extends KeyholdError {
  override name = 'RefusedError';
  readonly status: number;
  /** The user's own leases on other devices that stand in the way, which `takeOver` would take. */
  heldByMe: readonly HeldLease[] = [];
  constructor(code: string, message: string, status: number, options?: ErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}

/** No user is signed in, the session ended, or another user is signed in (`user-changed`): sign in again. */
export class AuthenticationError extends RefusedError {
  override name = 'AuthenticationError';
}
/**
 * The sign-in failed. `code` is the reason: `denied` by the user; `expired` before the user answered; `aborted` by the
 * application; `wrong-state` or `wrong-issuer`, the browser returned the response to another sign-in; `refused` by the
 * server; `second-factor`, a password does not suffice; `no-application`, `createKeyhold` got none; `not-in-web-pages`.
 */
export class SignInError extends KeyholdError {
  override name = 'SignInError';
}
/** Every seat is in use. */
export class NoSeatError extends RefusedError {
  override name = 'NoSeatError';
  /** Milliseconds until the first seat could become free by itself, or null when unknown. */
  readonly earliestFreeInMs: number | null;
  constructor(code: string, message: string, status: number, earliestFreeInMs: number | null) {
    super(code, message, status);
    this.earliestFreeInMs = earliestFreeInMs;
  }
}
/** The place in line has ended; `code` is the reason, such as `sent-away`, `lost` or `offer-expired`. */
export class PlaceLostError extends KeyholdError {
  override name = 'PlaceLostError';
}
/** No license of this product allows this user. */
export class NotEligibleError extends RefusedError {
  override name = 'NotEligibleError';
}
/** The license has expired. */
export class LicenseExpiredError extends RefusedError {
  override name = 'LicenseExpiredError';
}
/** The license has been suspended. */
export class LicenseSuspendedError extends RefusedError {
  override name = 'LicenseSuspendedError';
}
/** The client was released after the license's maintenance had ended. */
export class MaintenanceEndedError extends RefusedError {
  override name = 'MaintenanceEndedError';
}
/** The product enforces versions, and the license does not cover the client's. */
export class VersionNotCoveredError extends RefusedError {
  override name = 'VersionNotCoveredError';
}
/** The release of the seat by its last holder is pending. */
export class ReleasePendingError extends RefusedError {
  override name = 'ReleasePendingError';
  /** Milliseconds until the seat is free at the latest, or null when unknown. */
  readonly retryAfterMs: number | null;
  constructor(code: string, message: string, status: number, retryAfterMs: number | null) {
    super(code, message, status);
    this.retryAfterMs = retryAfterMs;
  }
}
/** The seat of this client was released. */
export class LeaseReleasedError extends RefusedError {
  override name = 'LeaseReleasedError';
  /** The reason as a code of the server, as in {@link Released.reason}. */
  readonly reason: string;
  /** The rn of the principal that released it, or null when there is none. */
  readonly by: string | null;
  constructor(code: string, message: string, status: number, reason: string, by: string | null) {
    super(code, message, status);
    this.reason = reason;
    this.by = by;
  }
}
/** Another run of the application, or another user, has taken the seat. */
export class EpochStaleError extends RefusedError {
  override name = 'EpochStaleError';
}
/** A copy of this device, made while the application ran, uses the seat; this one has lost it. */
export class CopiedError extends RefusedError {
  override name = 'CopiedError';
}
/** The lease expired; consuming again resumes it. */
export class LeaseLapsedError extends RefusedError {
  override name = 'LeaseLapsedError';
}

/**
 * No usable reply: no connection, a timeout, a server that is busy or restarting, or the reply of a proxy in its place.
 * A retry is safe.
 */
export class UnreachableError extends KeyholdError {
  override name = 'UnreachableError';
  /** The delay before a retry that the server requested, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number | null }) {
    super('unreachable', message, options);
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}

/** A reply did not follow the protocol, or its signed token was invalid: it is rejected. */
export class InvalidReplyError extends KeyholdError {
  override name = 'InvalidReplyError';
  constructor(message: string, options?: ErrorOptions) {
    super('invalid-reply', message, options);
  }
}

/** The machine's clock was set back: it is more than 5 minutes behind a time that the server signed earlier. */
export class ClockError extends KeyholdError {
  override name = 'ClockError';
  constructor() {
    super(
      'clock-went-back',
      'The clock of this machine was set back. Set it to the right time to use the license offline.',
    );
  }
}
