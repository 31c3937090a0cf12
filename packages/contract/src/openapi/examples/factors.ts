import { ids, token } from '../../fields/example-names.ts';
import { factorExample as example } from '../../resources/factors.ts';
import type { Examples } from './example.ts';

const { params, challenge } = example;
const factorParams = { ...params, fid: example.passkey.id };
const byChallenge = { id: challenge.id };
const secret = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Keyhold:ada%40acme.example?issuer=Keyhold&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
};
const passkeyBody = { name: 'Laptop', response: example.attestation };

/** Second factors, passkeys and proofs of identity; the sign-in rules of an account. */
export const factorExamples: Examples = {
  listFactors: { params, reply: { items: [example.passkey, example.recoveryCodes] } },
  startAuthenticator: { params, body: {}, reply: secret },
  confirmAuthenticator: {
    params,
    body: { code: '287082' },
    reply: { item: example.authenticator, 'recovery-codes': example.codes },
  },
  startPasskey: { params, body: {}, reply: { options: example.creation } },
  addPasskey: { params, body: passkeyBody, reply: { item: example.passkey, 'recovery-codes': example.codes } },
  renewRecoveryCodes: { params, body: {}, reply: { 'recovery-codes': example.codes } },
  renameFactor: { params: factorParams, body: { name: 'Laptop' }, reply: { item: example.passkey } },
  removeFactor: { params: factorParams },
  resetFactors: { params },

  answerChallenge: { body: { id: challenge.id, method: 'authenticator', code: '287082' }, reply: { token } },
  startChallengeAuthenticator: { params: byChallenge, body: {}, reply: secret },
  confirmChallengeAuthenticator: {
    params: byChallenge,
    body: { code: '287082' },
    reply: { item: example.authenticator, 'recovery-codes': example.codes, token },
  },
  startChallengePasskey: { params: byChallenge, body: {}, reply: { options: example.creation } },
  addChallengePasskey: {
    params: byChallenge,
    body: passkeyBody,
    reply: { item: example.passkey, 'recovery-codes': example.codes, token },
  },
  startPasskeySignIn: { body: {}, reply: { id: challenge.id, options: { ...example.request, allowCredentials: [] } } },
  signInByPasskey: { body: { id: challenge.id, response: example.assertion }, reply: { token } },
  startProof: { body: {}, reply: { options: example.request } },
  prove: { body: { method: 'password', password: 'correct horse battery' } },

  getSecurity: { query: { account: ids.account }, reply: { item: example.security } },
  updateSecurity: { body: example.security, reply: { item: example.security } },
};
