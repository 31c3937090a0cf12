import type { Lease } from '@keyhold/contract';
import { rnOf } from '../../../installation.ts';
import type { Services } from '../../../services.ts';
import type { SigningKey } from '../../../tokens/signing-keys.ts';
import type { GrantedLease } from '../seat/lease-row.ts';
import { graceUntil, timesOf } from './lease-times.ts';
import { signLease } from './lease-token.ts';
import { certifyKey, type RootKey } from './root-key.ts';

/** The keys that make a lease verifiable without the server. */
export interface CertifyingKeys {
  readonly key: SigningKey;
  readonly root: RootKey;
}

/**
 * Renders a lease for a reply, with a new token. Called after the transaction: nothing is signed inside one.
 *
 * @param certifying the keys of an offline lease, opened before the transaction
 */
export async function leaseReply(
  services: Services,
  lease: GrantedLease,
  request: { readonly seq: number; readonly nonce: string | undefined },
  certifying: CertifyingKeys | null = null,
): Promise<Lease> {
  const times = timesOf(lease, services.pace.stretch());
  // Token and certificate use the same key even if the keys are rotated concurrently.
  const key = certifying?.key ?? (await services.keys.current());
  return {
    id: lease['lease-id'] ?? '',
    epoch: lease.epoch,
    license: rnOf(services.installation, lease['account-id'], 'license', lease.id),
    'expires-in-ms': times.expiresInMs,
    'next-heartbeat-ms': times.nextHeartbeatMs,
    'grace-until': graceUntil(lease)?.toISOString() ?? null,
    token: signLease(key, services.installation, {
      lease,
      times,
      seq: request.seq,
      nonce: request.nonce ?? null,
      keyCertificate: certifying && (await certifyKey(certifying.root, key, times, lease['token-alg'])),
    }),
  };
}
