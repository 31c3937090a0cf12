import { expect, test } from 'vitest';
import * as errors from './errors.ts';
import { foreignReply, refusalOf } from './refusal.ts';

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
  ['version-not-covered', 403, errors.VersionNotCoveredError],
  ['release-pending', 409, errors.ReleasePendingError],
  ['lease-released', 409, errors.LeaseReleasedError],
  ['epoch-stale', 409, errors.EpochStaleError],
  ['copied', 409, errors.CopiedError],
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
  expect(refuse(404, { code: 'not-found' })).toMatchObject({ code: 'not-found' });
});

test.each([400, 401, 403, 404, 407, 409, 410, 421])(
  'a reply %d that is not a refusal of Keyhold is no reply',
  (status) => {
    const error = (body: unknown) => refusalOf(new Response(null, { status, statusText: 'Of a proxy' }), body);
    expect(error(null)).toMatchObject({ code: 'unreachable', message: foreignReply });
    expect(error({ error: 'Blocked.' })).toBeInstanceOf(errors.UnreachableError);
    expect(error({ success: false, errors: ['Blocked.'] })).toBeInstanceOf(errors.UnreachableError);
  },
);

test.each([429, 502, 503, 504])('a reply %d of a proxy in front of the server has a sentence for users', (status) => {
  const error = refusalOf(new Response(null, { status, statusText: 'Of a proxy' }), null);
  expect(error).toMatchObject({ code: 'unreachable', message: `The server answered ${status}.` });
});

test.each([408, 425])('a request that was not processed (%d) is no refusal', (status) => {
  expect(refuse(status, { code: 'invalid-request' })).toBeInstanceOf(errors.UnreachableError);
});
