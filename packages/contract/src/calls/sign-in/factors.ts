import * as z from 'zod';
import { action, actionOrOneself, call, idParams, itemOf } from '../../call.ts';
import { anyId, emptyBeyond, idLimit, limitedText } from '../../fields/bounds.ts';
import { nameSchema, passwordLimit } from '../../fields/fields.ts';
import {
  codeSchema,
  factorSchema,
  passkeyAssertionSchema,
  passkeyAttestationSchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  recoveryCodesSchema,
} from '../../resources/factors.ts';
import { signInOutput } from './auth.ts';

const oneself = { kind: 'signed-in', oneself: true } as const;
/** Calls by which users change their own factors. */
const byOneself = { access: oneself, proof: 'always', params: idParams } as const;
const factorParams = idParams.extend({ fid: anyId() });
const nothing = z.strictObject({}).optional();
const secretOutput = z.object({
  secret: z.string().meta({ description: 'The secret to type into the app, in base32.' }),
  uri: z.string().meta({ description: 'The same as an otpauth: URI, for a QR code.' }),
});
const codeBody = z.strictObject({ code: codeSchema });
const optionsOutput = z.object({ options: passkeyCreationSchema });
const passkeyBody = z.strictObject({ name: nameSchema, response: passkeyAttestationSchema });
/** The first factor comes with recovery codes, which are returned only this once. */
const addedOutput = itemOf(factorSchema).extend({ 'recovery-codes': recoveryCodesSchema.optional() });
const addedAndSignedIn = addedOutput.extend({ token: z.string() });

export const listFactors = call('listFactors', 'factors', 'GET /iam/v1/users/{id}/factors', {
  summary: 'The passkeys, authenticator apps and recovery codes of a user',
  access: actionOrOneself('iam:GetUser'),
  params: idParams,
  output: z.object({ items: z.array(factorSchema) }),
});

export const startAuthenticator = call(
  'startAuthenticator',
  'factors',
  'POST /iam/v1/users/{id}/factors/authenticator',
  {
    summary: 'Start adding an authenticator app; its secret is returned only here',
    ...byOneself,
    body: nothing,
    output: secretOutput,
  },
);

export const confirmAuthenticator = call(
  'confirmAuthenticator',
  'factors',
  'POST /iam/v1/users/{id}/factors/authenticator/confirm',
  {
    summary: 'Confirm an authenticator app with its first code',
    ...byOneself,
    status: 201,
    body: codeBody,
    output: addedOutput,
  },
);

export const startPasskey = call('startPasskey', 'factors', 'POST /iam/v1/users/{id}/factors/passkeys/options', {
  summary: 'Start adding a passkey: the options for the browser',
  ...byOneself,
  body: nothing,
  output: optionsOutput,
});

export const addPasskey = call('addPasskey', 'factors', 'POST /iam/v1/users/{id}/factors/passkeys', {
  summary: 'Add a passkey that the browser has created',
  ...byOneself,
  status: 201,
  body: passkeyBody,
  output: addedOutput,
});

export const renewRecoveryCodes = call(
  'renewRecoveryCodes',
  'factors',
  'POST /iam/v1/users/{id}/factors/recovery-codes',
  {
    summary: 'Replace the recovery codes by ten new ones',
    ...byOneself,
    body: nothing,
    output: z.object({ 'recovery-codes': recoveryCodesSchema }),
  },
);

export const renameFactor = call('renameFactor', 'factors', 'PUT /iam/v1/users/{id}/factors/{fid}', {
  summary: 'Rename a factor',
  access: oneself,
  params: factorParams,
  body: z.strictObject({ name: nameSchema }),
  output: itemOf(factorSchema),
});

export const removeFactor = call('removeFactor', 'factors', 'DELETE /iam/v1/users/{id}/factors/{fid}', {
  summary: 'Remove a factor; with the last one, the recovery codes are removed too',
  access: oneself,
  proof: 'always',
  params: factorParams,
});

export const resetFactors = call('resetFactors', 'factors', 'DELETE /iam/v1/users/{id}/factors', {
  summary: 'Remove every factor of a user who has lost them; their sessions end, and they are mailed',
  access: action('iam:ResetFactors'),
  proof: 'always',
  params: idParams,
});

export const answerChallenge = call('answerChallenge', 'auth', 'POST /auth/v1/challenge', {
  summary: 'Finish signing in with a second factor',
  access: { kind: 'public' },
  body: z
    .strictObject({
      id: limitedText(idLimit, undefined, 'Say which challenge this answers: id is missing.'),
      method: z.enum(
        ['passkey', 'authenticator', 'recovery-codes'],
        'method must be passkey, authenticator or recovery-codes.',
      ),
      code: codeSchema.optional(),
      response: passkeyAssertionSchema.optional(),
    })
    .refine(({ method, response }) => method !== 'passkey' || response, {
      path: ['response'],
      error: 'A passkey answers with a response.',
    })
    .refine(({ method, code }) => method === 'passkey' || code !== undefined, {
      path: ['code'],
      error: 'Enter a code.',
    }),
  output: signInOutput,
});

/** Calls for users who must add their first factor during a sign-in: the challenge identifies them. */
const byChallenge = { access: { kind: 'public' }, params: idParams } as const;

export const startChallengeAuthenticator = call(
  'startChallengeAuthenticator',
  'auth',
  'POST /auth/v1/challenge/{id}/factors/authenticator',
  {
    summary: 'Start adding the authenticator app that a sign-in requires',
    ...byChallenge,
    body: nothing,
    output: secretOutput,
  },
);

export const confirmChallengeAuthenticator = call(
  'confirmChallengeAuthenticator',
  'auth',
  'POST /auth/v1/challenge/{id}/factors/authenticator/confirm',
  {
    summary: 'Confirm the authenticator app that a sign-in requires, and sign in',
    ...byChallenge,
    status: 201,
    body: codeBody,
    output: addedAndSignedIn,
  },
);

export const startChallengePasskey = call(
  'startChallengePasskey',
  'auth',
  'POST /auth/v1/challenge/{id}/factors/passkeys/options',
  {
    summary: 'Start adding the passkey that a sign-in requires',
    ...byChallenge,
    body: nothing,
    output: optionsOutput,
  },
);

export const addChallengePasskey = call(
  'addChallengePasskey',
  'auth',
  'POST /auth/v1/challenge/{id}/factors/passkeys',
  {
    summary: 'Add the passkey that a sign-in requires, and sign in',
    ...byChallenge,
    status: 201,
    body: passkeyBody,
    output: addedAndSignedIn,
  },
);

export const startPasskeySignIn = call('startPasskeySignIn', 'auth', 'POST /auth/v1/passkey/options', {
  summary: 'Start signing in with a passkey alone',
  access: { kind: 'public' },
  body: nothing,
  output: z.object({ id: z.string(), options: passkeyRequestSchema }),
});

export const signInByPasskey = call('signInByPasskey', 'auth', 'POST /auth/v1/passkey', {
  summary: 'Sign in with a passkey alone, which counts as both factors',
  access: { kind: 'public' },
  body: z.strictObject({
    id: limitedText(idLimit, undefined, 'Say which sign-in this is: id is missing.'),
    response: passkeyAssertionSchema,
  }),
  output: signInOutput,
});

export const startProof = call('startProof', 'auth', 'POST /auth/v1/proof/options', {
  summary: 'The options for proving one’s identity with a passkey',
  access: { kind: 'signed-in' },
  body: nothing,
  output: z.object({ options: passkeyRequestSchema }),
});

export const prove = call('prove', 'auth', 'POST /auth/v1/proof', {
  summary: 'Prove one’s identity again, for ten minutes of this session',
  access: { kind: 'signed-in' },
  body: z
    .strictObject({
      method: z.enum(
        ['password', 'passkey', 'authenticator', 'recovery-codes'],
        'method must be password, passkey, authenticator or recovery-codes.',
      ),
      password: z
        .string({ error: 'Empty password' })
        .min(1, 'Empty password')
        .check(emptyBeyond(passwordLimit))
        .optional(),
      code: codeSchema.optional(),
      response: passkeyAssertionSchema.optional(),
    })
    .refine(({ method, password }) => method !== 'password' || password !== undefined, {
      path: ['password'],
      error: 'Empty password',
    })
    .refine(({ method, response }) => method !== 'passkey' || response, {
      path: ['response'],
      error: 'A passkey answers with a response.',
    })
    .refine(({ method, code }) => method === 'password' || method === 'passkey' || code !== undefined, {
      path: ['code'],
      error: 'Enter a code.',
    }),
});
