import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { InvalidReplyError, KeyholdError } from '../replies/errors.ts';
import { isRecord, numberOrNull, parseJson, textOrNull } from '../replies/json.ts';
import { type LeaseClaims, readClaims } from './claims.ts';
import { algorithms, requireCrypto, tokenType } from './verifier.ts';

/**
 * Verifies an offline lease without the server: the root key that is built into the application certifies the key that
 * signed the lease.
 *
 * @throws {KeyholdError} `no-secure-context` in a page that is served over plain http, `no-ed25519` in an old browser.
 * @throws {InvalidReplyError} when either signature is missing or wrong, or the certificate ends before the lease.
 */
export async function verifyOffline(token: string, rootKey: JWK): Promise<LeaseClaims> {
  await requireCrypto();
  try {
    const certificate = textOrNull(decodeProtectedHeader(token)['key-cert']);
    if (!certificate) throw new InvalidReplyError('The offline lease does not carry the certificate of its key.');
    const certified = await readSigned(certificate, rootKey, 'key+jwt');
    if (!isRecord(certified['jwk'])) throw new InvalidReplyError('The certificate of the offline lease names no key.');
    const claims = readClaims(await readSigned(token, certified['jwk'], tokenType));
    if (claims.mode !== 'offline') throw new InvalidReplyError('The lease is not an offline lease.');
    if (claims.expiresAt > (numberOrNull(certified['exp']) ?? 0)) {
      throw new InvalidReplyError('The certificate of the offline lease ends before the lease does.');
    }
    return claims;
  } catch (error) {
    if (error instanceof KeyholdError) throw error;
    throw new InvalidReplyError('The offline lease is not signed by this license server.', { cause: error });
  }
}

async function readSigned(jws: string, jwk: JWK, type: string): Promise<Record<string, unknown>> {
  const { payload, protectedHeader } = await compactVerify(jws, await importJWK({ ...jwk }, 'Ed25519'), { algorithms });
  const content = parseJson(new TextDecoder().decode(payload));
  if (protectedHeader.typ !== type || !isRecord(content))
    throw new InvalidReplyError(`The token is not of the type ${type}.`);
  return content;
}
