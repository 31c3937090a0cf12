import {
  AuthenticationError,
  CopiedError,
  EpochStaleError,
  type KeyholdError,
  LeaseLapsedError,
  LeaseReleasedError,
  LicenseExpiredError,
  LicenseSuspendedError,
  MaintenanceEndedError,
  NoSeatError,
  NotEligibleError,
  RefusedError,
  ReleasePendingError,
  UnreachableError,
  VersionNotCoveredError,
} from './errors.ts';
import { isRecord, numberOrNull, textOrNull } from './json.ts';

type Build = (message: string, status: number, problem: Record<string, unknown>) => RefusedError;

/** One class per refusal code of the licensing protocol. */
const refusals: Readonly<Record<string, Build>> = {
  'no-seat': (message, status, problem) =>
    new NoSeatError('no-seat', message, status, numberOrNull(problem['earliest-free-in-ms'])),
  'not-eligible': (message, status) => new NotEligibleError('not-eligible', message, status),
  'license-expired': (message, status) => new LicenseExpiredError('license-expired', message, status),
  'license-suspended': (message, status) => new LicenseSuspendedError('license-suspended', message, status),
  'maintenance-ended': (message, status) => new MaintenanceEndedError('maintenance-ended', message, status),
  'version-not-covered': (message, status) => new VersionNotCoveredError('version-not-covered', message, status),
  'release-pending': (message, status, problem) =>
    new ReleasePendingError('release-pending', message, status, numberOrNull(problem['retry-after-ms'])),
  'lease-released': (message, status, problem) =>
    new LeaseReleasedError(
      'lease-released',
      message,
      status,
      textOrNull(problem['reason']) ?? 'unknown',
      textOrNull(problem['by']),
    ),
  'epoch-stale': (message, status) => new EpochStaleError('epoch-stale', message, status),
  copied: (message, status) => new CopiedError('copied', message, status),
  'lease-lapsed': (message, status) => new LeaseLapsedError('lease-lapsed', message, status),
};

/** The message of a reply that is not from Keyhold, for users. */
export const foreignReply = 'The reply is not from a license server. Check the base address.';

/**
 * The error for a reply that was not a success. A reply without the envelope of a refusal is from a proxy, a firewall or
 * a hotel's sign-in page: like the reply of a busy or failing server, it counts as no reply.
 *
 * @param body the reply's JSON, or null when it had none
 */
export function refusalOf(response: Response, body: unknown): KeyholdError {
  const { status } = response;
  const reply = isRecord(body) ? body : {};
  const isRefusal = reply['success'] === false && Array.isArray(reply['problems']);
  const problems = Array.isArray(reply['problems']) ? reply['problems'].filter(isRecord) : [];
  const sentence = Array.isArray(reply['errors']) ? textOrNull(reply['errors'][0]) : null;
  const message = sentence ?? (isRefusal || isBusy(status) ? `The server answered ${status}.` : foreignReply);
  // Asking again is refused, as a busy server's reply is, with 429; repeating it at once would help nobody.
  const isAsked = problems[0]?.['code'] === 'already-asked';
  if (!isRefusal || (isBusy(status) && !isAsked)) return noReply(message, response);
  for (const problem of problems) {
    const build = refusals[textOrNull(problem['code']) ?? ''];
    if (build) return withHeld(build(message, status, problem), problem);
  }
  const code = textOrNull(problems[0]?.['code']) ?? 'refused';
  return status === 401
    ? new AuthenticationError('authentication', message, status)
    : withHeld(new RefusedError(code, message, status), problems[0] ?? {});
}

function withHeld(error: RefusedError, problem: Record<string, unknown>): RefusedError {
  const held = Array.isArray(problem['held-by-me']) ? problem['held-by-me'].filter(isRecord) : [];
  error.heldByMe = held.map((one) => ({
    license: textOrNull(one['license']) ?? '',
    deviceName: textOrNull(one['device-name']) ?? '',
    since: textOrNull(one['since']) ?? '',
  }));
  return error;
}

/** Whether a server is busy (429), did not process the request (408, 425) or failed. */
export function isBusy(status: number): boolean {
  return [408, 425, 429].includes(status) || status >= 500;
}

/** The error for a response that counts as no reply, with the wait of its `Retry-After`. */
export function noReply(message: string, response: Response | null): UnreachableError {
  const seconds = Number.parseFloat(response?.headers.get('retry-after') ?? '');
  return new UnreachableError(message, { retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null });
}
