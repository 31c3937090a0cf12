import { beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createSigner, issuer, type Signer } from '../../test/signing.ts';
import { InvalidReplyError, UnreachableError } from '../replies/errors.ts';
import { createVerifier } from './verifier.ts';

const claims = {
  iss: issuer,
  aud: 'product',
  sub: 'user',
  jti: 'token',
  nbf: 1000,
  iat: 1000,
  exp: 1090,
  epoch: 3,
  seq: 2,
  nonce: 'n',
  lic: 'license',
  dev: 'device',
  stream: 'stream',
  mode: 'online',
  cert: { product: 'product', type: 'Trial', version: '1', expiry: null, 'maintenance-end': null },
  addons: ['colour'],
  'grace-exp': 1690,
};
let signer: Signer;
let published: unknown[];
let loads: number;
const clock = fakeClock();

beforeEach(async () => {
  signer = await createSigner('one');
  published = [signer.jwk];
  loads = 0;
});

function verifier() {
  return createVerifier(async () => {
    loads += 1;
    return { keys: published };
  }, clock);
}

test('verify returns the claims of a token that the server signed', async () => {
  const read = await verifier().verify(await signer.leaseToken(claims), { issuer, epoch: 3, nonce: 'n' });
  expect(read).toMatchObject({ user: 'user', graceUntil: 1690, certificate: { type: 'Trial' }, addons: ['colour'] });
});

test.each([
  ['issuer', 'elsewhere'],
  ['epoch', 4],
  ['seq', 1],
  ['nonce', 'other'],
  ['license', 'other'],
  ['device', 'other'],
  ['stream', 'other'],
  ['user', 'other'],
])('verify rejects a token with another %s', async (name, value) => {
  const token = await signer.leaseToken(claims);
  await expect(verifier().verify(token, { [name]: value })).rejects.toThrow(InvalidReplyError);
});

test('verify rejects a token with another key or type, or without a signature', async () => {
  const forger = await createSigner('one');
  const [header, payload] = (await signer.leaseToken(claims)).split('.');
  const unsigned = `${Buffer.from('{"alg":"none","typ":"lease+jwt"}').toString('base64url')}.${payload}.`;
  for (const token of [
    await forger.leaseToken(claims),
    await signer.leaseToken(claims, { typ: 'JWT' }),
    `${header}.${payload}.`,
    unsigned,
    'nonsense',
  ]) {
    await expect(verifier().verify(token, {}), token).rejects.toThrow(InvalidReplyError);
  }
});

test.each(Object.keys(claims))('verify rejects a token without the claim %s', async (name) => {
  const { [name]: _, ...incomplete } = claims as Record<string, unknown>;
  await expect(verifier().verify(await signer.leaseToken(incomplete), {})).rejects.toThrow(InvalidReplyError);
});

test.each(['expiry', 'maintenance-end'])('verify rejects a token whose license has no %s', async (name) => {
  const { [name]: _, ...cert } = claims.cert as Record<string, unknown>;
  await expect(verifier().verify(await signer.leaseToken({ ...claims, cert }), {})).rejects.toThrow(InvalidReplyError);
});

test.each([
  ['Ed25519', 'EdDSA'],
  ['EdDSA', 'Ed25519'],
])('verify accepts a token whose algorithm is called %s, with a key that calls it %s', async (ofToken, ofKey) => {
  published = [{ ...signer.jwk, alg: ofKey }];
  const token = await signer.leaseToken(claims, { alg: ofToken });
  expect(await verifier().verify(token, {})).toMatchObject({ user: 'user' });
});

test('verify loads a new key of the server, at most every five seconds', async () => {
  const one = verifier();
  await one.verify(await signer.leaseToken(claims), {});
  const next = await createSigner('two');
  published = [signer.jwk, next.jwk];
  await expect(one.verify(await next.leaseToken(claims), {})).rejects.toThrow(InvalidReplyError);
  expect(loads).toBe(1);
  clock.jump(5000);
  await one.verify(await next.leaseToken(claims), {});
  await one.verify(await signer.leaseToken(claims), {});
  expect(loads).toBe(2);
});

test('verify throws UnreachableError when the keys cannot be loaded', async () => {
  const away = createVerifier(() => Promise.reject(new UnreachableError('Away.')), clock);
  await expect(away.verify(await signer.leaseToken(claims), {})).rejects.toThrow(UnreachableError);
});
