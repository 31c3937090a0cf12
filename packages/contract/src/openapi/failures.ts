import * as z from 'zod';
import type { Call } from '../call.ts';
import type { ProblemCode } from '../envelope.ts';
import type { ApiResponse } from './document.ts';

interface Failure {
  /** The name of the response among the document's components. */
  readonly name: string;
  readonly description: string;
  readonly code: ProblemCode;
  readonly message: string;
  readonly path?: string;
}

/** Every status that a refusal can have, with an example of its message. */
export const failures: Readonly<Record<number, Failure>> = {
  400: {
    name: 'Invalid',
    description: 'The request is invalid: something is missing, unknown or malformed.',
    code: 'invalid',
    path: 'name',
    message: 'Empty name',
  },
  401: {
    name: 'Unauthenticated',
    description: 'There is no token, or it is no longer valid.',
    code: 'unauthenticated',
    message: 'Authentication is required.',
  },
  403: {
    name: 'Forbidden',
    description:
      'No policy allows the caller this action, the token is not valid at the caller’s address, or service accounts may not make this call.',
    code: 'forbidden',
    message: "You don't have authorization for this action.",
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist, or the caller cannot access it: both replies are identical.',
    code: 'not-found',
    message: 'Not found',
  },
  409: {
    name: 'Conflict',
    description: 'The change conflicts with the current state.',
    code: 'account-name-taken',
    path: 'name',
    message: 'This account name already exists.',
  },
  410: {
    name: 'Gone',
    description: 'The lease has run out; consuming resumes it.',
    code: 'lease-lapsed',
    message: 'This lease has run out.',
  },
  412: {
    name: 'Stale',
    description:
      'The record was changed since the caller read it: `If-Match`, or a precondition in the body, no longer holds.',
    code: 'stale',
    message: 'Somebody changed this in the meantime. Reload it and make your change again.',
  },
  413: {
    name: 'TooLarge',
    description: 'The request body is larger than 1 MiB.',
    code: 'too-large',
    message: 'The request body is larger than 1 MiB. Send less at once.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The request body is not declared as JSON.',
    code: 'unsupported-media-type',
    message: 'Send the request body as JSON, with the header Content-Type: application/json.',
  },
  429: {
    name: 'TooManyAttempts',
    description: 'Too many attempts; `Retry-After` has the seconds to wait.',
    code: 'too-many-attempts',
    message: 'Too many attempts have failed. Try again in 30 seconds.',
  },
  503: {
    name: 'Unavailable',
    description:
      'The database is unavailable or the server is overloaded; `Retry-After` has the seconds to wait. With the code `outcome-unknown` the change may have been made: look before you repeat it.',
    code: 'database-away',
    message: 'The database cannot be reached at the moment. Try again shortly.',
  },
};

/** Statuses of some calls that do not follow from their definition. */
const further: Readonly<Record<string, readonly number[]>> = {
  authorize: [401, 429],
  activate: [401, 429],
  getActivation: [429],
  answerChallenge: [401, 429],
  startChallengeAuthenticator: [401, 403],
  confirmChallengeAuthenticator: [401, 403, 409, 429],
  startChallengePasskey: [401, 403],
  addChallengePasskey: [401, 403, 409, 429],
  startPasskeySignIn: [429],
  signInByPasskey: [401, 429],
  finishSingleSignOn: [401],
  findDevice: [429],
  decideDevice: [429],
  prove: [429],
  confirmAuthenticator: [429],
  addPasskey: [429],
  resetPassword: [429],
  changePassword: [429],
  consumeLicense: [404],
  askHolders: [429],
  explainLicense: [403],
  unassignLicense: [412],
  changeUserTags: [412],
  changeUserRoles: [412],
  deleteUsers: [412],
  releaseLicenses: [412],
  voidLicenses: [412],
  changeLicensePolicies: [412],
  changeLicenseStatus: [412],
  changeLicenseTerms: [412],
  changeLicenseAddons: [412],
  heartbeatLease: [410],
  takeLeaseOffline: [410],
  returnOfflineLease: [410],
  acknowledgeRelease: [410],
};

const queriesThatName = ['account', 'role', 'tag', 'user', 'license', 'product', 'pool', 'consumer'];

/** The statuses of a call's refusals, in order. */
export function failuresOf(call: Call): number[] {
  const { access, method, params, query, body } = call;
  const names = Object.keys(params.shape).length > 0;
  const asks = Object.keys(query.shape);
  const bodyFields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const applies: Readonly<Record<number, boolean>> = {
    // A body that the call does not accept is refused, too.
    400: method !== 'GET' || asks.length > 0,
    401: access.kind !== 'public',
    403: access.kind !== 'public',
    404: names || asks.some((field) => queriesThatName.includes(field)) || bodyFields.includes('account-id'),
    409: method !== 'GET' && access.kind !== 'public',
    412: takesEntityTag(call),
    413: method !== 'GET',
    415: method !== 'GET',
    503: true,
  };
  const own = further[call.name] ?? [];
  return Object.keys(failures)
    .map(Number)
    .filter((status) => applies[status] || own.includes(status));
}

/** Whether a call accepts `If-Match` for optimistic concurrency. */
export function takesEntityTag({ method, access }: Call): boolean {
  return (method === 'PUT' || method === 'DELETE') && (access.kind === 'action' || 'oneself' in access);
}

/** The responses for refusals, as components of a document. */
export function failureResponses(): Record<string, ApiResponse> {
  return Object.fromEntries(
    Object.entries(failures).map(([status, { name, description, code, path, message }]) => {
      const headers = {
        'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        ...(status === '429' || status === '503' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      };
      const example = {
        success: false,
        'status-code': Number(status),
        'reply-to': exampleRequestId,
        errors: [message],
        warnings: [],
        problems: [path === undefined ? { code, message } : { code, path, message }],
      };
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example } };
      return [name, { description, headers, content }];
    }),
  );
}

/** The request id of every example. */
export const exampleRequestId = '5b2d1c1e-6f0a-4d55-9d0e-2a4b7c9e1f00';
