import { expect, test } from 'vitest';
import * as errors from './errors.ts';
import { refusalOf } from './refusal.ts';

function refuse(status: number, problem: object, headers: Record<string, string> = {}) {
  const body = { success: false, errors: ['A sentence.'], problems: [problem] };
  return refusalOf(new Response(null, { status, headers }), body);
}

test.each([
  ['no-seat', 409, errors.NoSeatError],
  ['not-eligible', 403, errors.NotEligibleError],
  ['license-expired', 403, errors.LicenseExpiredError],
  ['license-suspended', 403, errors.LicenseSuspendedError],
  ['maintenance-ended', 403, errors.MaintenanceEndedError],
  ['release-pending', 409, errors.ReleasePendingError],
  ['lease-released', 409, errors.LeaseReleasedError],
  ['epoch-stale', 409, errors.EpochStaleError],
  ['lease-lapsed', 410, errors.LeaseLapsedError],
] as const)('%s has its own class', (code, status, type) => {
  const error = refuse(status, { code });
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ code, status, message: 'A sentence.', name: type.name });
});

test('a refusal has the fields of its code', () => {
  expect(refuse(409, { code: 'no-seat', 'earliest-free-in-ms': 1200 })).toMatchObject({ earliestFreeInMs: 1200 });
  expect(refuse(409, { code: 'no-seat' })).toMatchObject({ earliestFreeInMs: null });
  expect(refuse(409, { code: 'release-pending', 'retry-after-ms': 90 })).toMatchObject({ retryAfterMs: 90 });
  expect(refuse(409, { code: 'lease-released', reason: 'tag-removed', by: 'rn' })).toMatchObject({
    reason: 'tag-removed',
    by: 'rn',
  });
});

test('maps sign-in failures, busy servers and other refusals', () => {
  expect(refuse(401, {})).toBeInstanceOf(errors.AuthenticationError);
  expect(refuse(503, {}, { 'retry-after': '3' })).toMatchObject({ code: 'unreachable', retryAfterMs: 3000 });
  expect(refuse(429, {})).toBeInstanceOf(errors.UnreachableError);
  expect(refuse(400, { code: 'unknown-product', path: 'product' })).toMatchObject({ code: 'unknown-product' });
  expect(refusalOf(new Response(null, { status: 404, statusText: 'Not Found' }), null)).toMatchObject({
    code: 'not-found',
    message: 'Not Found',
  });
});
