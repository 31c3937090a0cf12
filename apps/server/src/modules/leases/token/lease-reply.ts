import type { Lease } from '@keyhold/contract';
import { rnOf } from '../../../installation.ts';
import type { Services } from '../../../services.ts';
import type { GrantedLease } from '../seat/lease-row.ts';
import { graceUntil, timesOf } from './lease-times.ts';
import { signLease } from './lease-token.ts';
import { certifyKey } from './root-key.ts';

/** Renders a lease for a reply, with a new token. Called after the transaction: nothing is signed inside one. */
export async function leaseReply(
  services: Services,
  lease: GrantedLease,
  request: { readonly seq: number; readonly nonce: string | undefined },
): Promise<Lease> {
  const times = timesOf(lease, services.pace.stretch());
  // Token and certificate use the same key even if the keys are rotated concurrently.
  const key = await services.keys.current();
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
      keyCertificate:
        lease['lease-state'] === 'offline' ? await certifyKey(services, key, times, lease['token-alg']) : null,
    }),
  };
}
