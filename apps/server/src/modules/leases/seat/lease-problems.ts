import type { PoolUse } from '@keyhold/contract';
import type { Release } from '../../../db/schema.ts';
import { conflict, ProblemError } from '../../../problem.ts';

/** 409: every seat is in use. */
export function noSeat(earliestFreeInMs: number | null): ProblemError {
  const message =
    'Every license of this product is in use. Try again later, or ask your administrator for another one.';
  return new ProblemError(409, [{ code: 'no-seat', message }], {
    details: { 'earliest-free-in-ms': earliestFreeInMs },
    ...retryAfter(earliestFreeInMs),
  });
}

/** 409: the seat is being released, and its last holder is still being logged off. */
export function releasePending(retryAfterMs: number): ProblemError {
  const message = 'This license was just released, and its last user is being logged off. Try again shortly.';
  return new ProblemError(409, [{ code: 'release-pending', message }], {
    details: { 'retry-after-ms': retryAfterMs },
    ...retryAfter(retryAfterMs),
  });
}

/** 409: a rule of the pool allows no further seat. */
export function poolLimit({ limit, tag, used, of }: PoolUse): ProblemError {
  return new ProblemError(409, [{ code: 'pool-limit', message: limitMessages[limit] }], {
    details: { limit, tag: tag ?? null, used, of },
  });
}

const limitMessages: Readonly<Record<PoolUse['limit'], string>> = {
  'per-user': 'You use as many licenses of this pool as one person may. Give one back first.',
  share: 'Your group uses as many licenses of this pool as it may. Try again later.',
  offline: 'As many licenses of this pool as may be are in offline use. Use it online, or try again later.',
};

/** 409: the free seats of the pool are kept for others. */
export function poolReserved(): ProblemError {
  return conflict('pool-reserved', 'The free licenses of this pool are kept for others. Try again later.');
}

/** 403: no policy allows this user to consume a license of this kind. */
export function notEligible(): ProblemError {
  const message = 'No license of this product lets you use it. Ask your administrator for one.';
  return new ProblemError(403, [{ code: 'not-eligible', message }]);
}

/** 403: the license's term is over. */
export function licenseExpired(): ProblemError {
  const message = 'The license has expired. Ask your administrator to renew it.';
  return new ProblemError(403, [{ code: 'license-expired', message }]);
}

/** 403: the license was suspended by the provider. */
export function licenseSuspended(): ProblemError {
  const message = 'The license is suspended. Ask your administrator what to do.';
  return new ProblemError(403, [{ code: 'license-suspended', message }]);
}

/** 403: a perpetual license covers only versions released before its maintenance ended. */
export function maintenanceEnded(): ProblemError {
  const message =
    'The maintenance of the license ended before this version was released. Use an older version, or renew it.';
  return new ProblemError(403, [{ code: 'maintenance-ended', message }]);
}

/** 403: the product enforces versions, and the client's is higher than the license covers. */
export function versionNotCovered(): ProblemError {
  const message =
    'The license does not cover this version. Use an older version, or ask your administrator for a newer license.';
  return new ProblemError(403, [{ code: 'version-not-covered', message }]);
}

/** 409: the seat was released, and its client must log its user off. */
export function leaseReleased({ reason, message, by }: Release): ProblemError {
  return new ProblemError(409, [{ code: 'lease-released', message }], { details: { reason, by } });
}

/** 409: another run of the application took over the seat. */
export function epochStale(): ProblemError {
  return conflict('epoch-stale', 'This license was taken over by another run of the application.');
}

/** 409: a copy of this device, made while the application ran, uses the seat. */
export function copied(): ProblemError {
  return conflict(
    'copied',
    'A copy of this device uses this license. Start the application again to use it here instead.',
  );
}

/** 410: the lease has lapsed; consuming again resumes it. */
export function leaseLapsed(): ProblemError {
  const message = 'The time of this lease is over. Consume the license again to go on.';
  return new ProblemError(410, [{ code: 'lease-lapsed', message }]);
}

/** 409: a seat in offline use must be returned; it takes no heartbeats. */
export function leaseOffline(): ProblemError {
  return conflict('lease-offline', 'This license is in offline use. Return it before you use it online.');
}

function retryAfter(milliseconds: number | null) {
  return milliseconds === null ? {} : { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) };
}
