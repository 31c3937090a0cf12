import { CompactSign, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key pair of a license server, which signs tokens. */
export interface Signer {
  readonly jwk: JWK;
  sessionToken(user: string): Promise<string>;
  leaseToken(claims: object, header?: object): Promise<string>;
}

export const issuer = 'http://licenses.example';

export async function createSigner(kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('Ed25519', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'Ed25519' };
  return {
    jwk,
    sessionToken: (user) =>
      new SignJWT({ sid: 'session' })
        .setProtectedHeader({ alg: 'Ed25519', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(user)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    leaseToken: (claims, header = {}) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'Ed25519', kid, typ: 'lease+jwt', ...header })
        .sign(privateKey),
  };
}
