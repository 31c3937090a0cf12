import {
  type CompactJWSHeaderParameters,
  compactVerify,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import { InvalidReplyError, KeyholdError } from '../replies/errors.ts';
import { isRecord, parseJson } from '../replies/json.ts';
import type { Clock } from '../time/clock.ts';
import { type LeaseClaims, readClaims } from './claims.ts';
import { isProduct } from './product-name.ts';

/** The two names of the algorithm: RFC 9864 calls it Ed25519, RFC 8037 EdDSA. */
export const algorithms = ['Ed25519', 'EdDSA'];
/** The type of every lease token. */
export const tokenType = 'lease+jwt';
/** The minimum time in milliseconds between loads of the server's keys because of an unknown key id. */
const lookUpEvery = 5000;

/** The claims that a token must have to be accepted. */
export type Expected = Partial<
  Pick<
    LeaseClaims,
    'issuer' | 'audience' | 'user' | 'epoch' | 'seq' | 'nonce' | 'license' | 'device' | 'stream' | 'mode'
  >
>;

/** Verifies lease tokens with the server's published keys, which it loads when a key is not cached. */
export interface Verifier {
  /**
   * @throws {InvalidReplyError} when the token is not signed by this server, or a claim differs from the expected one.
   * @throws {UnreachableError} when the keys cannot be loaded.
   */
  verify(token: string, expected: Expected): Promise<LeaseClaims>;
}

/** @param loadKeys reads the server's key set */
export function createVerifier(loadKeys: () => Promise<unknown>, clock: Clock): Verifier {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;

  async function keyFor(header: CompactJWSHeaderParameters) {
    if (keys) {
      try {
        return await keys(header);
      } catch (error) {
        const known = !(error instanceof errors.JWKSNoMatchingKey);
        if (known || clock.now() - loadedAt < lookUpEvery) throw error;
      }
    }
    const set = await loadKeys();
    if (!isKeySet(set)) throw new InvalidReplyError('The server publishes no keys.');
    keys = createLocalJWKSet({ keys: set.keys.map(withoutName) });
    loadedAt = clock.now();
    return keys(header);
  }

  return {
    async verify(token, expected) {
      const claims = await signedClaims(token, keyFor);
      checkExpected(claims, expected);
      return claims;
    },
  };
}

type KeyFor = (header: CompactJWSHeaderParameters) => ReturnType<ReturnType<typeof createLocalJWKSet>>;

async function signedClaims(token: string, keyFor: KeyFor): Promise<LeaseClaims> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, keyFor, { algorithms });
    if (protectedHeader.typ !== tokenType) throw new InvalidReplyError(`The token is not of the type ${tokenType}.`);
    return readClaims(parseJson(new TextDecoder().decode(payload)));
  } catch (error) {
    if (error instanceof KeyholdError) throw error;
    throw new InvalidReplyError('The lease token is not signed by this license server.', { cause: error });
  }
}

/**
 * Compares a token's claims with the expected ones.
 *
 * @throws {InvalidReplyError} when one differs.
 */
export function checkExpected(claims: LeaseClaims, expected: Expected): void {
  for (const [name, value] of Object.entries(expected)) {
    const claim = claims[name as keyof Expected];
    const isExpected = name === 'audience' ? isProduct(String(claim), String(value)) : claim === value;
    if (value !== undefined && !isExpected) {
      throw new InvalidReplyError(`The lease token is about another ${name}.`);
    }
  }
}

/**
 * Checks that signatures can be verified: web pages served over plain http lack the necessary `crypto.subtle`, and old
 * browsers lack Ed25519.
 *
 * @throws {KeyholdError} `no-secure-context` or `no-ed25519` when they cannot.
 */
export async function requireCrypto(): Promise<void> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new KeyholdError('no-secure-context', 'Licenses can be verified only in a page that is served over https.');
  }
  try {
    await subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  } catch (cause) {
    throw new KeyholdError('no-ed25519', 'This browser is too old to verify licenses. Update it.', { cause });
  }
}

/** Removes a key's name of the algorithm, so that the key verifies tokens with either name. */
function withoutName(key: JWK): JWK {
  const { alg, ...nameless } = key;
  return algorithms.includes(alg ?? '') ? nameless : key;
}

function isKeySet(set: unknown): set is JSONWebKeySet {
  return isRecord(set) && Array.isArray(set['keys']) && set['keys'].every(isRecord);
}
