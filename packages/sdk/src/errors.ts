/** Everything the SDK throws. `code` is stable and for programs; `message` is a sentence for people. */
export class KeyholdError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The server refused a request; `status` is the HTTP status. The refusals of licensing have classes of their own. */
export class RefusedError extends KeyholdError {
  readonly status: number;
  constructor(code: string, message: string, status: number) {
    super(code, message);
    this.status = status;
  }
}

/** Nobody is signed in, or the session has ended: sign in again. */
export class AuthenticationError extends RefusedError {}
/**
 * Nobody was signed in. `code` says why: `denied` by the person; `expired`, nobody answered in time; `aborted` by the
 * application; `wrong-state` or `wrong-issuer`, what the browser brought was not the answer to this sign-in; `refused` by
 * the server; `second-factor`, a password does not suffice; `no-application` was given to `createKeyhold`;
 * `not-in-web-pages`.
 */
export class SignInError extends KeyholdError {}
/** Every seat is in use. */
export class NoSeatError extends RefusedError {
  /** Milliseconds until the first seat could become free by itself, or null when that is not known. */
  readonly earliestFreeInMs: number | null;
  constructor(code: string, message: string, status: number, earliestFreeInMs: number | null) {
    super(code, message, status);
    this.earliestFreeInMs = earliestFreeInMs;
  }
}
/** No license of this product lets this user. */
export class NotEligibleError extends RefusedError {}
/** The license has expired. */
export class LicenseExpiredError extends RefusedError {}
/** The license has been suspended. */
export class LicenseSuspendedError extends RefusedError {}
/** The client was released after the license's maintenance had ended. */
export class MaintenanceEndedError extends RefusedError {}
/** The seat is being taken from its last holder. */
export class ReleasePendingError extends RefusedError {
  /** Milliseconds after which the seat is free at the latest, or null when the server did not say. */
  readonly retryAfterMs: number | null;
  constructor(code: string, message: string, status: number, retryAfterMs: number | null) {
    super(code, message, status);
    this.retryAfterMs = retryAfterMs;
  }
}
/** The seat was taken from this client. */
export class LeaseReleasedError extends RefusedError {
  /** Why, as a code: `administrator`, `user-inactive`, … */
  readonly reason: string;
  /** Who released it, as an rn, or null when nobody in particular did. */
  readonly by: string | null;
  constructor(code: string, message: string, status: number, reason: string, by: string | null) {
    super(code, message, status);
    this.reason = reason;
    this.by = by;
  }
}
/** The seat went on to another run of the application, or to another user. */
export class EpochStaleError extends RefusedError {}
/** The lease's time ran out; consuming again resumes it. */
export class LeaseLapsedError extends RefusedError {}

/** No usable answer: no connection, a time-out, or a server that is busy or restarting. Trying again is harmless. */
export class UnreachableError extends KeyholdError {
  /** How long the server asked to be left alone, in milliseconds, if it said so. */
  readonly retryAfterMs: number | null;
  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number | null }) {
    super('unreachable', message, options);
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}

/** A reply was not what the protocol says, or its signed token was not valid: it is not believed. */
export class InvalidReplyError extends KeyholdError {
  constructor(message: string, options?: ErrorOptions) {
    super('invalid-reply', message, options);
  }
}

/** The machine's calendar was turned back: it is more than 5 minutes behind a time that the server has signed before. */
export class ClockError extends KeyholdError {
  constructor() {
    super(
      'clock-went-back',
      'The clock of this machine was set back. Set it to the right time to use the license offline.',
    );
  }
}
