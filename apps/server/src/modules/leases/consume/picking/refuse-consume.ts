import type { Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../../access/actor.ts';
import type { Transaction } from '../../../../db/database.ts';
import { rnOf } from '../../../../installation.ts';
import type { ProblemError } from '../../../../problem.ts';
import {
  licenseExpired,
  licenseSuspended,
  maintenanceEnded,
  noSeat,
  notEligible,
  releasePending,
} from '../../seat/lease-problems.ts';
import { expired, taken } from '../../seat/lease-row.ts';
import { mayConsume } from './rank-seats.ts';
import { couldAllow, outOfMaintenance, type SeatRequest, selectRequested } from './seat-request.ts';

/** Returns why no seat could be consumed: the nearest miss among the requested licenses. */
export async function refuseConsume(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  request: SeatRequest,
): Promise<ProblemError> {
  const groups = await selectGroups(tx, actor, subject, request);
  const eligible = groups.filter(({ id, policies }) =>
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
  const releasing = usable.filter((one) => one.releasing);
  if (releasing.length > 0) return releasePending(soonest(releasing));
  const held = usable.filter((one) => one.taken);
  return noSeat(held.length === 0 ? null : soonest(held));
}

/** The requested licenses, grouped by the facts that a refusal depends on: there may be thousands of equal ones. */
function selectGroups(tx: Transaction, actor: Actor, subject: Subject, request: SeatRequest) {
  // Decisions for licenses with equal policies differ only if a statement is narrowed to certain licenses.
  const itself = sql`case when jsonb_path_exists(licenses.policies, '$[*].statements[*].resources[*]') then licenses.id end`;
  const releasing = sql<boolean>`(${taken} and licenses."lease-state" = 'releasing')`;
  return selectRequested(tx, actor, request)
    .where(couldAllow(subject.rn))
    .select(['licenses.policies', 'licenses.status'])
    .select([
      expired.as('expired'),
      taken.as('taken'),
      releasing.as('releasing'),
      outOfMaintenance(request).as('out-of-maintenance'),
      sql<string>`min(licenses.id)`.as('id'),
      sql<number>`ceil(extract(epoch from min(licenses."expires-at") - now()) * 1000)::float8`.as('free-in-ms'),
    ])
    .groupBy(['licenses.policies', 'licenses.status', 'expired', 'taken', 'releasing', 'out-of-maintenance', itself])
    .execute();
}
