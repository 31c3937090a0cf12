import { pingMilliseconds } from '@keyhold/contract';
import { announceExpired, sweepLeases } from '../modules/leases/end/sweep-leases.ts';
import { sweepWaiting, type UnlistedSeats } from '../modules/leases/waiting/sweep-waiting.ts';
import { endLeasesOfExpiredTokens } from '../modules/service-accounts/end-expired-tokens.ts';
import { endExpiredSessions } from '../modules/sessions/end-expired-sessions.ts';
import type { Services } from '../services.ts';

type SweepServices = Pick<Services, 'db' | 'installation'>;

/** Records what time has ended: sessions and tokens, with the leases that they held, and seats. */
export async function sweep(
  services: SweepServices,
  onUnanswered?: (seats: number) => void,
  waiting: Parameters<typeof sweepWaiting>[1] = {},
): Promise<void> {
  await endExpiredSessions(services.db, services.installation);
  await endLeasesOfExpiredTokens(services.db, services.installation);
  await sweepLeases(services, onUnanswered);
  await sweepWaiting(services, waiting);
}

/** A pause of this length, in milliseconds, may mean that no server could notice that waiters were alive. */
const pause = 30_000;

/** Returns the job that records and announces what time has ended since it last ran. */
export function createSweep(services: SweepServices, onUnanswered?: (seats: number) => void): () => Promise<void> {
  let since: Date | null = null;
  /** The run since which there was no pause: places are lost only when their waiters could have shown that they live. */
  let steadySince = 0;
  const unlisted: UnlistedSeats = new Map();
  return async () => {
    const before = since?.getTime() ?? 0;
    since = await announceExpired(services, since);
    const moment = since.getTime();
    if (moment - before > pause) steadySince = moment;
    await sweep(services, onUnanswered, { endsLost: moment - steadySince > pingMilliseconds, unlisted });
  };
}
