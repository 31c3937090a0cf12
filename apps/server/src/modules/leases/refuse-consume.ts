import type { Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import type { ProblemError } from '../../problem.ts';
import { mayConsume } from './eligible-seats.ts';
import {
  licenseExpired,
  licenseSuspended,
  maintenanceEnded,
  noSeat,
  notEligible,
  releasePending,
} from './lease-problems.ts';
import { expired, taken } from './lease-row.ts';
import { outOfMaintenance, selectWanted, type Wanted } from './wanted.ts';

/** Why nothing could be consumed: the nearest miss among the licenses that a request could mean. */
export async function refuseConsume(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  wanted: Wanted,
): Promise<ProblemError> {
  const all = await selectWanted(tx, actor, wanted)
    .select(['licenses.id', 'licenses.policies', 'licenses.status', 'licenses.lease-state'])
    .select([
      expired.as('expired'),
      taken.as('taken'),
      outOfMaintenance(wanted).as('out-of-maintenance'),
      sql<number>`ceil(extract(epoch from licenses."expires-at" - now()) * 1000)::float8`.as('free-in-ms'),
    ])
    .execute();
  const eligible = all.filter(({ id, policies }) =>
    mayConsume(policies, rnOf(actor.installation, actor.accountId, 'license', id), subject),
  );
  if (eligible.length === 0) return notEligible();
  const usable = eligible.filter((one) => one.status === 'Active' && !one.expired && !one['out-of-maintenance']);
  if (usable.length === 0) {
    if (eligible.some((one) => one['out-of-maintenance'] && one.status === 'Active' && !one.expired))
      return maintenanceEnded();
    return eligible.some((one) => one.status === 'Suspended') ? licenseSuspended() : licenseExpired();
  }
  const soonest = (list: typeof usable) => Math.min(...list.map((one) => Math.max(0, one['free-in-ms'])));
  const releasing = usable.filter((one) => one.taken && one['lease-state'] === 'releasing');
  if (releasing.length > 0) return releasePending(soonest(releasing));
  const held = usable.filter((one) => one.taken);
  return noSeat(held.length === 0 ? null : soonest(held));
}
