import * as z from 'zod';
import { boundedList, limitedText } from '../fields/bounds.ts';
import { ids } from '../fields/example-names.ts';
import { forbiddenInLine, timeSchema } from '../fields/fields.ts';

/** The kinds of factors besides the password. A passkey is both factors at once. */
export const factorKinds = ['passkey', 'authenticator', 'recovery-codes'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** A factor of a user. `left` counts the unused recovery codes, and is present only for them. */
export const factorSchema = z
  .object({
    id: z.string(),
    kind: z.enum(factorKinds),
    name: z.string(),
    'created-on': timeSchema,
    'last-used-on': timeSchema.nullable(),
    left: z.number().int().optional(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof factorSchema>;

/** The names of factors that their owner has not named. Clients display the kind in the user's language instead. */
const unnamed: Partial<Record<FactorKind, string>> = {
  authenticator: 'Authenticator app',
  'recovery-codes': 'Recovery codes',
};

/** The name of a new authenticator app or of new recovery codes. */
export function newFactorName(kind: 'authenticator' | 'recovery-codes'): string {
  return unnamed[kind] ?? '';
}

/** The name that the owner of a factor gave it; null if none. */
export function givenFactorName({ kind, name }: Pick<Factor, 'kind' | 'name'>): string | null {
  return name === unnamed[kind] ? null : name;
}

/** How many recovery codes are created at once. */
export const recoveryCodeCount = 10;
/** Recovery codes, which are returned only once. */
export const recoveryCodesSchema = z.array(z.string());

/** How long a challenge of a sign-in is valid, in minutes. */
export const challengeMinutes = 5;
/** How long a proof of identity is valid, in minutes. */
export const proofMinutes = 10;

/** A text from a browser: bytes in base64url, or a short word of WebAuthn. */
const word = limitedText(65_536);
const descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()).optional(),
});

/** The options for signing in by a passkey: PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. */
export const passkeyRequestSchema = z
  .object({
    challenge: z.string(),
    timeout: z.number().int(),
    rpId: z.string(),
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** The options for creating a passkey: PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
export const passkeyCreationSchema = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

const credential = {
  id: word,
  rawId: word,
  type: z.literal('public-key', 'This is not the answer of a passkey.'),
  clientExtensionResults: z.looseObject({}),
};

/** The browser's response when a passkey signs in: AuthenticationResponseJSON of WebAuthn Level 3. */
export const passkeyAssertionSchema = z.looseObject(
  {
    ...credential,
    response: z.looseObject({
      clientDataJSON: word,
      authenticatorData: word,
      signature: word,
      userHandle: word.optional(),
    }),
  },
  { error: 'This is not the answer of a passkey.' },
);
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

const notAnswer = 'This is not the answer of a passkey.';
const transport = limitedText(50, notAnswer).refine((text) => !forbiddenInLine.test(text), notAnswer);

/** The browser's response when it has created a passkey: RegistrationResponseJSON of WebAuthn Level 3. */
export const passkeyAttestationSchema = z.looseObject(
  {
    ...credential,
    response: z.looseObject({
      clientDataJSON: word,
      attestationObject: word,
      transports: boundedList(transport, 20).optional(),
    }),
  },
  { error: 'This is not the answer of a passkey.' },
);
export type PasskeyAttestation = z.infer<typeof passkeyAttestationSchema>;

/** A code as the user types it: from the authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const codeSchema = limitedText(100, 'A code has at most 100 characters.', 'Enter a code.');

/**
 * The next step of a sign-in. With `enrol` the user has no factor yet and adds one first, by the calls under
 * `/auth/v1/challenge/{id}/factors`; else one of `methods` completes it. `options` are present when a passkey can.
 */
export const challengeSchema = z
  .object({
    id: z.string(),
    'expires-in-ms': z.number().int(),
    methods: z.array(z.enum(factorKinds)),
    enrol: z.boolean(),
    options: passkeyRequestSchema.optional(),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof challengeSchema>;

/**
 * The token of a sign-in that needs no second factor.
 *
 * @throws {Error} when the sign-in requires a second factor first
 * @example
 * const token = tokenOf(await client.send(calls.authorize, { body: { username, password } }))
 */
export function tokenOf({ token }: { readonly token?: string | undefined }): string {
  if (token === undefined) throw new Error('This sign-in wants a second factor.');
  return token;
}

/** The users of whom an account requires a second factor. */
export const secondFactorPolicies = ['off', 'administrators', 'everyone'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** The days before the end of licenses at which an account may have its administrators warned. */
export const endWarningDays = [30, 7, 1] as const;

/** The sign-in rules of an account, and when its administrators are warned of ends. `session-hours` is null when the installation's own length applies. */
export const securitySchema = z
  .object({
    'second-factor': z.enum(secondFactorPolicies),
    'password-sign-in': z.boolean(),
    'session-hours': z.number().int().nullable(),
    'end-warnings': z.array(z.literal(endWarningDays)),
  })
  .meta({ id: 'Security' });
export type Security = z.infer<typeof securitySchema>;

const exampleChallenge = 'Zm9yIG9uZSBzaWduLWluIG9ubHksIGZpdmUgbWludXRlcw';
const credentialId = 'q7f0m1V0S3yJ8hKpX2sWvA';
const exampleCredential = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  clientExtensionResults: {},
} as const;
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';

/** Factors and what goes with them, for the examples of the API's document. */
export const factorExample = {
  passkey: {
    id: '0198c0de-0000-7000-8000-000000000080',
    kind: 'passkey',
    name: 'Laptop',
    'created-on': '2026-02-11T08:29:12.000Z',
    'last-used-on': '2026-02-12T07:58:40.000Z',
  },
  authenticator: {
    id: '0198c0de-0000-7000-8000-000000000081',
    kind: 'authenticator',
    name: 'Authenticator app',
    'created-on': '2026-02-11T08:31:00.000Z',
    'last-used-on': null,
  },
  recoveryCodes: {
    id: '0198c0de-0000-7000-8000-000000000082',
    kind: 'recovery-codes',
    name: 'Recovery codes',
    'created-on': '2026-02-11T08:31:00.000Z',
    'last-used-on': null,
    left: recoveryCodeCount,
  },
  codes: ['K7QR-M2F9-XD08-WTEV-5B3H-9TB4', 'C7Y3-4PKM-1QSZ-80DN-RX6G-V2HJ'],
  request: {
    challenge: exampleChallenge,
    timeout: 300_000,
    rpId: 'keyhold.example',
    allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal', 'hybrid'] }],
    userVerification: 'required',
  },
  creation: {
    rp: { id: 'keyhold.example', name: 'Keyhold' },
    user: { id: 'AZjA3gAAcACAAAAAAAAAIA', name: 'ada@acme.example', displayName: 'Ada Byron' },
    challenge: exampleChallenge,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  },
  assertion: {
    ...exampleCredential,
    response: {
      clientDataJSON,
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
      signature: 'MEUCIQDx',
      userHandle: 'AZjA3g',
    },
  },
  attestation: {
    ...exampleCredential,
    response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
  },
  challenge: {
    id: exampleChallenge,
    'expires-in-ms': challengeMinutes * 60_000,
    methods: ['authenticator', 'recovery-codes'],
    enrol: false,
  },
  security: {
    'second-factor': 'administrators',
    'password-sign-in': true,
    'session-hours': null,
    'end-warnings': [30, 7, 1],
  },
  params: { id: ids.ada },
} satisfies {
  readonly passkey: Factor;
  readonly authenticator: Factor;
  readonly recoveryCodes: Factor;
  readonly codes: string[];
  readonly request: PasskeyRequest;
  readonly creation: PasskeyCreation;
  readonly assertion: PasskeyAssertion;
  readonly attestation: PasskeyAttestation;
  readonly challenge: Challenge;
  readonly security: Security;
  readonly params: { id: string };
};
