import * as z from 'zod';

/** Every error code of the server. The console has a sentence for each in every language. */
export const problemCodes = [
  'account-inactive',
  'account-name-taken',
  'addon-assigned',
  'addon-elsewhere',
  'already-activated',
  'already-asked',
  'application-built-in',
  'broken-off',
  'busy',
  'challenge-ended',
  'connection-closed',
  'connection-missing',
  'copied',
  'database-away',
  'deactivating-yourself',
  'deleting-yourself',
  'device-decided',
  'discovery-failed',
  'domain-not-looked-up',
  'domain-not-proven',
  'domain-taken',
  'email-confirmed',
  'email-domain-taken',
  'email-taken',
  'endpoint-missing',
  'endpoint-not-public',
  'epoch-stale',
  'exceeds-rights',
  'factor-required',
  'forbidden',
  'headers-too-large',
  'id-taken',
  'idempotency-key-in-progress',
  'idempotency-key-used',
  'in-pool',
  'in-use',
  'invalid',
  'invalid-json',
  'invalid-length',
  'invalid-request',
  'invalid-url',
  'is-owner',
  'issuer-differs',
  'issuer-not-public',
  'keys-not-read',
  'last-administrator',
  'last-root-administrator',
  'lease-lapsed',
  'lease-offline',
  'lease-released',
  'has-applications',
  'license-expired',
  'license-suspended',
  'maintenance-ended',
  'managed-by-directory',
  'no-seat',
  'none-left',
  'not-eligible',
  'not-enough',
  'not-found',
  'not-in-use',
  'not-invited',
  'not-offline',
  'not-released',
  'offline',
  'other-address',
  'other-count',
  'other-holder',
  'outcome-unknown',
  'overloaded',
  'passwords-off',
  'proof-needed',
  'pool-limit',
  'pool-name-taken',
  'pool-reserved',
  'provider-account',
  'provider-unavailable',
  'release-pending',
  'secret-key-missing',
  'service-account',
  'retired',
  'sign-in-failed',
  'signature-not-accepted',
  'single-sign-on-only',
  'stale',
  'stopping',
  'tag-in-use',
  'tag-name-taken',
  'taken',
  'timeout',
  'token-expired',
  'too-large',
  'too-many-attempts',
  'too-many-service-accounts',
  'too-many-tokens',
  'too-many-factors',
  'too-many-messages',
  'too-many-webhooks',
  'unauthenticated',
  'unexpected',
  'unknown-field',
  'unsupported-media-type',
  'user-inactive',
  'version-not-covered',
  'webhook-disabled',
  'was-issued',
  'wrong-code',
  'wrong-credentials',
  'wrong-passkey',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** A failure for programs: a stable code, and the field of the request that it concerns, if any. */
export const problemSchema = z
  .object({
    code: z.string(),
    path: z.string().optional(),
    message: z.string(),
    account: z
      .object({ rn: z.string().meta({ format: 'rn' }), name: z.string() })
      .optional()
      .meta({ description: 'For provider staff: the account that has the e-mail already.' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

/** Every sentence in the `warnings` of a success. The console has each in every language. */
export const warnings = {
  linksEnded:
    'Activation links have ended, because the users have more rights now than those who issued the links. Send a new activation link.',
  rulesExceeded: 'More seats are in use than the rules allow now. Nobody loses a seat: rules bind new use only.',
  linkSentAnew: 'The activation link was sent anew, to the new email. The earlier links have ended.',
} as const;
export type Warning = (typeof warnings)[keyof typeof warnings];

/** The fields that every reply carries and a client strips. */
export const envelopeFields = ['success', 'status-code', 'reply-to', 'errors', 'warnings'] as const;

/** The envelope of a success; a call's own payload is next to these fields. */
export const successEnvelopeSchema = z
  .object({
    success: z.literal(true),
    'status-code': z.number().int(),
    'reply-to': z.string(),
    errors: z.array(z.string()).length(0),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Success' });

/** The envelope of a failure: `errors` are sentences for people, `problems` are for programs. */
export const failureEnvelopeSchema = z
  .looseObject({
    success: z.literal(false),
    'status-code': z.number().int(),
    'reply-to': z.string(),
    errors: z.array(z.string()).min(1),
    warnings: z.array(z.string()),
    problems: z.array(problemSchema),
  })
  .meta({ id: 'Failure' });
