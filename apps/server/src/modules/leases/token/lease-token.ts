import { randomUUID } from 'node:crypto';
import type { Installation } from '../../../installation.ts';
import { catalogueRnOf, rnOf } from '../../../installation.ts';
import { holderRn } from '../../../records/holder-rn.ts';
import { signCompact } from '../../../tokens/compact-jws.ts';
import { leaseTokenType } from '../../../tokens/lease-bearer.ts';
import type { SigningKey } from '../../../tokens/signing-keys.ts';
import { issuer } from '../../../tokens/tokens.ts';
import type { GrantedLease } from '../seat/lease-row.ts';
import { graceUntil, type LeaseTimes } from './lease-times.ts';

interface TokenRequest {
  readonly lease: GrantedLease;
  readonly times: LeaseTimes;
  readonly seq: number;
  /** The client's nonce, which binds the reply to its request; null if the client sent none. */
  readonly nonce: string | null;
  /** The certificate of the signing key, for verification without the server; null for online leases. */
  readonly keyCertificate: string | null;
}

/** Signs a lease for its client (docs/licensing-protocol.md, 'The token'). The audience is the product. */
export function signLease(
  key: SigningKey,
  installation: Installation,
  { lease, times, seq, nonce, keyCertificate }: TokenRequest,
): string {
  const account = lease['account-id'];
  const product = catalogueRnOf(installation, 'product', lease['product-id']);
  const issuedAt = seconds(times.now);
  const graceEnd = graceUntil(lease);
  const claims = {
    iss: issuer,
    aud: product,
    sub: holderRn(installation, lease),
    jti: randomUUID(),
    iat: issuedAt,
    nbf: issuedAt,
    exp: seconds(times.now + times.expiresInMs),
    epoch: lease.epoch,
    seq,
    nonce,
    lic: rnOf(installation, account, 'license', lease.id),
    dev: lease['device-id'],
    stream: lease['stream-id'],
    mode: keyCertificate === null ? 'online' : 'offline',
    cert: {
      product,
      type: lease.type,
      version: lease.version,
      expiry: lease['expiry-perpetual'] ? null : (lease['expiry-date']?.toISOString() ?? null),
      // Only where the license goes on after its end: other tokens are as they were.
      ...(graceEnd !== null && { 'grace-exp': seconds(graceEnd.getTime()) }),
      'maintenance-end': lease['maintenance-end']?.toISOString() ?? null,
    },
    addons: lease['addon-ids'].map((id) => catalogueRnOf(installation, 'addon', id)),
    'grace-exp': seconds(times.now + times.expiresInMs + times.graceMs),
  };
  const certificate = keyCertificate === null ? {} : { 'key-cert': keyCertificate };
  return signCompact(
    { alg: lease['token-alg'], typ: leaseTokenType, kid: key.id, ...certificate },
    claims,
    key.privateKey,
  );
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
