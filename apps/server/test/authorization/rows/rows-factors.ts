import { requestOptions } from '../../../src/modules/factors/passkeys.ts';
import { hashOfSecret, randomSecret } from '../../../src/secrets/random-secret.ts';
import { testInstallation } from '../../installation.ts';
import type { Row, SelfRow } from '../row.ts';

/** A call about the caller's own factors. */
function aboutOneself(request: SelfRow['request']): SelfRow {
  return { about: 'the caller', ids: { id: 'user' }, another: 403, unknown: 403, malformed: 403, request };
}

/** Like {@link aboutOneself}, for one factor. */
function aboutOwnFactor(body: object): SelfRow {
  const request: SelfRow['request'] = async (make, person) => ({
    params: { id: person.id, fid: await make.factor(person.accountId, person) },
    ...body,
  });
  return { ...aboutOneself(request), ids: { id: 'user', fid: 'factor' }, lesser: ['fid'] };
}

/** Has the same host as the installation of the tests. */
const installation = { ...testInstallation, publicUrl: 'http://localhost:8080' };

/** Second factors, passkeys, fresh proof, and the security of an account. */
export const factorRows = {
  listFactors: {
    about: 'an account',
    needs: 'iam:GetUser',
    oneself: true,
    ids: { id: 'user' },
    request: async (make, account) => ({ params: { id: (await make.user(account)).id } }),
  },
  startAuthenticator: aboutOneself((_make, { id }) => ({ params: { id } })),
  confirmAuthenticator: aboutOneself(async (make, person) => ({
    params: { id: person.id },
    body: { code: await make.newAppCode(person.accountId, person) },
  })),
  startPasskey: aboutOneself((_make, { id }) => ({ params: { id } })),
  addPasskey: aboutOneself(async (make, person) => {
    const { response } = await make.newPasskey(person.accountId, person);
    return { params: { id: person.id }, body: { name: 'Laptop', response } };
  }),
  renewRecoveryCodes: aboutOneself((_make, { id }) => ({ params: { id } })),
  renameFactor: aboutOwnFactor({ body: { name: 'Phone' } }),
  removeFactor: aboutOwnFactor({}),
  resetFactors: {
    about: 'an account',
    needs: 'iam:ResetFactors',
    ids: { id: 'user' },
    request: async (make, account) => {
      const user = await make.user(account);
      await make.factor(account, user);
      return { params: { id: user.id } };
    },
  },

  answerChallenge: {
    about: 'nobody',
    request: async (make, account) => {
      const person = await make.person(account);
      const [code = ''] = await make.recoveryCodes(account, person);
      const id = await make.challenge(account, person, 'sign-in');
      return { body: { id, method: 'recovery-codes', code } };
    },
  },
  startChallengeAuthenticator: {
    about: 'nobody',
    ids: { id: 'challenge' },
    request: async (make, account) => ({
      params: { id: await make.challenge(account, await make.person(account), 'enrolment') },
    }),
  },
  confirmChallengeAuthenticator: {
    about: 'nobody',
    ids: { id: 'challenge' },
    request: async (make, account) => {
      const person = await make.person(account);
      const id = await make.challenge(account, person, 'enrolment');
      return { params: { id }, body: { code: await make.newAppCode(account, person) } };
    },
  },
  startChallengePasskey: {
    about: 'nobody',
    ids: { id: 'challenge' },
    request: async (make, account) => ({
      params: { id: await make.challenge(account, await make.person(account), 'enrolment') },
    }),
  },
  addChallengePasskey: {
    about: 'nobody',
    ids: { id: 'challenge' },
    request: async (make, account) => {
      const person = await make.person(account);
      const id = await make.challenge(account, person, 'enrolment');
      const { response } = await make.newPasskey(account, person);
      return { params: { id }, body: { name: 'Laptop', response } };
    },
  },
  startPasskeySignIn: { about: 'nobody', request: () => ({}) },
  signInByPasskey: {
    about: 'nobody',
    request: async (make, account) => {
      const passkey = await make.passkey(account, await make.person(account));
      const id = randomSecret();
      await make.passkeyRequest(hashOfSecret(id));
      return { body: { id, response: passkey.assert(requestOptions(installation, id)) } };
    },
  },
  getAuthorization: {
    about: 'the caller',
    request: async (make) => ({ query: { request: await make.authorizationRequest() } }),
  },
  decideAuthorization: {
    about: 'the caller',
    request: async (make) => ({ body: { request: await make.authorizationRequest(), allow: true } }),
  },
  findDevice: { about: 'the caller', request: async (make) => ({ body: { 'user-code': await make.userCode() } }) },
  decideDevice: {
    about: 'the caller',
    request: async (make) => ({ body: { 'user-code': await make.userCode(), allow: true } }),
  },
  startProof: { about: 'the caller', request: () => ({}) },
  prove: { about: 'the caller', request: (make) => ({ body: { method: 'password', password: make.password } }) },

  getSecurity: {
    about: 'an account',
    needs: 'iam:GetSecurity',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
  updateSecurity: {
    about: 'an account',
    needs: 'iam:UpdateSecurity',
    allRights: true,
    accountIn: 'optional query',
    request: (_make, account) => ({
      query: { account },
      body: { 'second-factor': 'off', 'password-sign-in': true, 'session-hours': 12 },
    }),
  },
} as const satisfies Readonly<Record<string, Row>>;
