import { announceExpired, sweepLeases } from '../modules/leases/end/sweep-leases.ts';
import { endLeasesOfExpiredTokens } from '../modules/service-accounts/end-expired-tokens.ts';
import { endExpiredSessions } from '../modules/sessions/end-expired-sessions.ts';
import type { Services } from '../services.ts';

type SweepServices = Pick<Services, 'db' | 'installation'>;

/** Records what time has ended: sessions and tokens, with the leases that they held, and seats. */
export async function sweep(services: SweepServices, onUnanswered?: (seats: number) => void): Promise<void> {
  await endExpiredSessions(services.db, services.installation);
  await endLeasesOfExpiredTokens(services.db, services.installation);
  await sweepLeases(services, onUnanswered);
}

/** Returns the job that records and announces what time has ended since it last ran. */
export function createSweep(services: SweepServices, onUnanswered?: (seats: number) => void): () => Promise<void> {
  let since: Date | null = null;
  return async () => {
    since = await announceExpired(services, since);
    await sweep(services, onUnanswered);
  };
}
