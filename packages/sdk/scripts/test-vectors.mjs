// Generates docs/licensing-test-vectors.json, with which a client in any language can test its verification. Ed25519
// signatures are deterministic, so the file changes only when the protocol does.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CompactSign, importJWK } from 'jose';

const path = fileURLToPath(new URL('../../../docs/licensing-test-vectors.json', import.meta.url));

/** The keys of the examples in RFC 8032 and RFC 8037: they are public and protect nothing. */
const keys = {
  signing: {
    kid: 'signing-1',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
  root: {
    kid: 'root-1',
    d: 'TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs',
    x: 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw',
  },
  foreign: {
    kid: 'root-1',
    d: 'xapzju2nQLfW8Gt1VHuiOAbc9DFFawn2h94T8wtd-Pc',
    x: 'jHxEnnWLAs4n_LfTm2teKLycxZ-uhly_WhGw_JizAQA',
  },
};

/** @param {keyof typeof keys} name */
const jwk = (name, isPrivate = false) => {
  const { d, ...open } = keys[name];
  return { kty: 'OKP', crv: 'Ed25519', alg: 'Ed25519', ...open, ...(isPrivate ? { d } : {}) };
};

const account = '0198c0de-0000-7000-8000-000000000010';
const provider = '0198c0de-0000-7000-8000-000000000001';
/** @param {string} type @param {string} id */
const rn = (type, id, owner = account) => `keyhold:eu-1:${owner}:${type}:${id}`;
const product = rn('product', 'keyhold-studio', provider);
const user = rn('user', '0198c0de-0000-7000-8000-000000000020');
const license = rn('license', 'K7QRM-2F9XD-08WTE-V5B3H');
/** 2026-01-05T10:00:00Z */
const now = 1_767_607_200;

const claims = {
  iss: 'keyhold',
  aud: product,
  sub: user,
  jti: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  iat: now,
  nbf: now,
  exp: now + 90,
  epoch: 3,
  seq: 12,
  nonce: 'q0x7Vb3nq0x7Vb3n',
  lic: license,
  dev: 'a8d1c5',
  stream: 'b1c2d3',
  mode: 'online',
  cert: {
    product,
    type: 'Subscription',
    version: '26.1',
    expiry: '2027-01-05T10:00:00.000Z',
    'maintenance-end': null,
  },
  addons: [rn('addon', 'colour-server', provider)],
  'grace-exp': now + 690,
};
const header = { alg: 'Ed25519', typ: 'lease+jwt', kid: 'signing-1' };

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {unknown} value */
const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * @param {object} payload
 * @param {import('jose').CompactJWSHeaderParameters} head
 * @param {keyof typeof keys} key
 */
async function sign(payload, head, key = 'signing') {
  return new CompactSign(bytes(JSON.stringify(payload)))
    .setProtectedHeader(head)
    .sign(await importJWK(jwk(key, true), 'Ed25519'));
}

/** @param {object} changes @param {object} head @param {keyof typeof keys} key */
const token = (changes = {}, head = {}, key = 'signing') =>
  sign({ ...claims, ...changes }, { ...header, ...head }, key);
const { epoch: _, ...withoutEpoch } = claims;
const valid = await token();
const [head = '', payload = '', signature = ''] = valid.split('.');
const hmac = await new CompactSign(bytes(JSON.stringify(claims)))
  .setProtectedHeader({ ...header, alg: 'HS256' })
  .sign(Buffer.from(keys.signing.x, 'base64url'));

/** The values that the client requested. */
const expected = {
  issuer: claims.iss,
  audience: product,
  user,
  epoch: 3,
  seq: 12,
  nonce: claims.nonce,
  license,
  device: claims.dev,
  stream: claims.stream,
  mode: 'online',
};

const online = [
  ['the reply to a heartbeat', valid, true],
  ['the older name of the algorithm', await token({}, { alg: 'EdDSA' }), true],
  ['a claim changed after signing', `${head}.${base64({ ...claims, exp: now + 900 })}.${signature}`, false],
  ['signed by another key under the same id', await token({}, {}, 'foreign'), false],
  ['a key id that the key set does not have', await token({}, { kid: 'signing-2' }), false],
  ['no signature', `${base64({ ...header, alg: 'none' })}.${payload}.`, false],
  ['the public key used as a shared secret', hmac, false],
  ['a token of another type', await token({}, { typ: 'JWT' }), false],
  ['the reply to another request', await token({ nonce: 'another' }), false],
  ['another heartbeat', await token({ seq: 11 }), false],
  ['another epoch', await token({ epoch: 2 }), false],
  ['another device', await token({ dev: 'ffffff' }), false],
  ['another run of the application', await token({ stream: 'ffffff' }), false],
  ['another user', await token({ sub: rn('user', '0198c0de-0000-7000-8000-000000000021') }), false],
  ['another product', await token({ aud: rn('product', 'other', provider) }), false],
  ['another license', await token({ lic: rn('license', 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ') }), false],
  ['another server', await token({ iss: 'somebody' }), false],
  ['an offline lease', await token({ mode: 'offline' }), false],
  ['a missing claim', await sign(withoutEpoch, header), false],
].map(([name, text, result]) => ({ name, token: text, valid: result }));

const until = now + 14 * 86_400;
/** @param {object} changes @param {keyof typeof keys} key */
const certificate = (changes = {}, key = 'root', typ = 'key+jwt', alg = 'Ed25519') =>
  sign(
    { iss: 'keyhold', iat: now, exp: until, jwk: { ...jwk('signing'), use: 'sig' }, ...changes },
    { alg, typ, kid: keys[key].kid },
    key,
  );
/** @param {string | null} certified @param {object} changes @param {object} head */
const offlineToken = (certified, changes = {}, head = {}) =>
  token(
    { mode: 'offline', seq: 0, nonce: null, exp: until, 'grace-exp': until, ...changes },
    certified ? { 'key-cert': certified, ...head } : {},
  );

const good = await offlineToken(await certificate());
const older = await offlineToken(await certificate({}, 'root', 'key+jwt', 'EdDSA'), {}, { alg: 'EdDSA' });
const offline = [
  ['on its first day', good, now + 3600, now, true],
  ['the older name of the algorithm', older, now + 3600, now, true],
  ['on its last second', good, until - 1, now, true],
  ['after its time', good, until, now, false],
  ['a clock set back by four minutes', good, now - 240, now, true],
  ['a clock set back by six minutes', good, now - 360, now, false],
  ['a clock set back behind a later reply', good, now + 3600, now + 7200, false],
  ['no certificate of its key', await offlineToken(null), now, now, false],
  ['certified by another root', await offlineToken(await certificate({}, 'foreign')), now, now, false],
  [
    'a certificate that ends before the lease',
    await offlineToken(await certificate({ exp: until - 1 })),
    now,
    now,
    false,
  ],
  ['a certificate of another type', await offlineToken(await certificate({}, 'root', 'lease+jwt')), now, now, false],
  ['a certificate of another key', await offlineToken(await certificate({ jwk: jwk('foreign') })), now, now, false],
  ['another device', await offlineToken(await certificate(), { dev: 'ffffff' }), now, now, false],
  [
    'another product',
    await offlineToken(await certificate(), { aud: rn('product', 'other', provider) }),
    now,
    now,
    false,
  ],
  ['an online lease', await offlineToken(await certificate(), { mode: 'online' }), now, now, false],
].map(([name, text, clock, highest, result]) => ({
  name,
  token: text,
  now: clock,
  'highest-signed-time': highest,
  valid: result,
}));

/** Milliseconds on the client's own monotonic clock. `random` is from 0 up to 1. */
const times = [
  { 'sent-at': 1000, 'expires-in-ms': 90_000, 'next-heartbeat-ms': 30_000, 'grace-ms': 0, random: 0 },
  { 'sent-at': 1000, 'expires-in-ms': 90_000, 'next-heartbeat-ms': 30_000, 'grace-ms': 600_000, random: 0.5 },
  { 'sent-at': 5000, 'expires-in-ms': 90_000, 'next-heartbeat-ms': 45_000, 'grace-ms': 0, random: 0.75 },
  { 'sent-at': 5000, 'expires-in-ms': 20_000, 'next-heartbeat-ms': 30_000, 'grace-ms': 0, random: 0.5 },
  { 'sent-at': 0, 'expires-in-ms': 800, 'next-heartbeat-ms': 400, 'grace-ms': 0, random: 0.5 },
].map((given) => {
  const beat = Math.min(given['next-heartbeat-ms'] * (0.9 + 0.2 * given.random), 0.8 * given['expires-in-ms']);
  const deadline = given['sent-at'] + given['expires-in-ms'];
  const nextHeartbeatAt = given['sent-at'] + Math.max(1000, beat);
  return { ...given, 'next-heartbeat-at': nextHeartbeatAt, deadline, 'grace-until': deadline + given['grace-ms'] };
});

const vectors = {
  'key-set': { keys: [{ ...jwk('signing'), use: 'sig' }] },
  'root-key': jwk('root'),
  claims,
  expected,
  online,
  offline,
  times,
};

if (process.argv[2] === '--check') {
  // Compares the parsed JSON, since the formatter may change line breaks.
  if (JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))) !== JSON.stringify(vectors)) {
    console.error(
      'docs/licensing-test-vectors.json is not what its script makes. Run: node packages/sdk/scripts/test-vectors.mjs',
    );
    process.exit(1);
  }
} else {
  writeFileSync(path, `${JSON.stringify(vectors, null, 2)}\n`);
}
