import type { Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../../access/actor.ts';
import type { Transaction } from '../../../../db/database.ts';
import { rnOf } from '../../../../installation.ts';
import type { ProblemError } from '../../../../problem.ts';
import { expired } from '../../../../records/license-term.ts';
import { taken } from '../../../../records/seat-conditions.ts';
import type { AllowedPool } from '../../picking/allowed-pools.ts';
import type { PoolRefusal } from '../../picking/pool-rules.ts';
import { mayConsume } from '../../picking/rank-seats.ts';
import {
  couldAllow,
  outOfMaintenance,
  outOfVersion,
  type SeatRequest,
  selectRequested,
} from '../../picking/seat-request.ts';
import {
  licenseExpired,
  licenseSuspended,
  maintenanceEnded,
  noSeat,
  notEligible,
  poolLimit,
  poolReserved,
  releasePending,
  versionNotCovered,
} from '../../seat/lease-problems.ts';

/** Returns why no seat could be consumed: the nearest miss among the requested licenses. */
export async function refuseConsume(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  request: SeatRequest,
  { allowed, refusals }: { readonly allowed: readonly AllowedPool[]; readonly refusals: readonly PoolRefusal[] },
): Promise<ProblemError> {
  const ruled = byRule(refusals);
  if (ruled) return ruled;
  const pools = allowed.map(({ id }) => id);
  const groups = await selectGroups(tx, actor, subject, request, pools);
  const eligible = groups.filter(
    ({ id, policies, 'pool-id': pool }) =>
      pool !== null || mayConsume(policies, rnOf(actor.installation, actor.accountId, 'license', id), subject),
  );
  if (eligible.length === 0) return notEligible();
  const usable = eligible.filter(
    (one) => one.status === 'Active' && !one.expired && !one['out-of-maintenance'] && !one['out-of-version'],
  );
  if (usable.length === 0) {
    if (eligible.some((one) => one['out-of-maintenance'] && one.status === 'Active' && !one.expired))
      return maintenanceEnded();
    if (eligible.some((one) => one['out-of-version'] && one.status === 'Active' && !one.expired))
      return versionNotCovered();
    return eligible.some((one) => one.status === 'Suspended') ? licenseSuspended() : licenseExpired();
  }
  const soonest = (list: typeof usable) => Math.min(...list.map((one) => Math.max(0, one['free-in-ms'])));
  const releasing = usable.filter((one) => one.releasing);
  if (releasing.length > 0) return releasePending(soonest(releasing));
  const held = usable.filter((one) => one.taken);
  return noSeat(held.length === 0 ? null : soonest(held));
}

/** The refusal by a rule of a pool, if one refused: a limit before a reserve. */
function byRule(refusals: readonly PoolRefusal[]): ProblemError | null {
  const limit = refusals.find(({ code }) => code === 'pool-limit');
  if (limit?.code === 'pool-limit') return poolLimit(limit);
  return refusals.some(({ code }) => code === 'pool-reserved') ? poolReserved() : null;
}

/** The requested licenses, grouped by the facts that a refusal depends on: there may be thousands of equal ones. */
function selectGroups(tx: Transaction, actor: Actor, subject: Subject, request: SeatRequest, pools: readonly string[]) {
  // Decisions for licenses with equal policies differ only if a statement is narrowed to certain licenses.
  const itself = sql`case when jsonb_path_exists(licenses.policies, '$[*].statements[*].resources[*]') then licenses.id end`;
  const releasing = sql<boolean>`(${taken} and licenses."lease-state" = 'releasing')`;
  return selectRequested(tx, actor, request)
    .where(
      sql<boolean>`(licenses."pool-id" is null and ${couldAllow(subject.rn)} or licenses."pool-id" = any(${pools}::uuid[]))`,
    )
    .select(['licenses.policies', 'licenses.status', 'licenses.pool-id'])
    .select([
      expired.as('expired'),
      taken.as('taken'),
      releasing.as('releasing'),
      outOfMaintenance(request).as('out-of-maintenance'),
      outOfVersion(request).as('out-of-version'),
      sql<string>`min(licenses.id)`.as('id'),
      sql<number>`ceil(extract(epoch from min(greatest(licenses."expires-at", licenses."offered-until")) - now()) * 1000)::float8`.as(
        'free-in-ms',
      ),
    ])
    .groupBy([
      'licenses.policies',
      'licenses.status',
      'licenses.pool-id',
      'expired',
      'taken',
      'releasing',
      'out-of-maintenance',
      'out-of-version',
      itself,
    ])
    .execute();
}
