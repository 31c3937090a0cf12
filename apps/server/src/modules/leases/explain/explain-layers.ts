import type {
  Decision,
  Explanation,
  ExplanationChange,
  ExplanationLayer,
  Policy,
  PoolRules,
  Subject,
} from '@keyhold/contract';
import { refusalOf, type SeatUse } from '../picking/pool-rules.ts';
import type { LeaseRow } from '../seat/lease-row.ts';
import type { OwnPlace } from '../waiting/own-place.sql.ts';

export interface SituationLicense {
  readonly row: LeaseRow;
  readonly rn: string;
  /** Its pool, with the use of its seats; null when it is in none. */
  readonly pool: SituationPool | null;
}

/** The pool of a license as it decides about a user. */
export interface SituationPool {
  readonly rn: string;
  readonly policies: readonly Policy[];
  readonly rules: PoolRules;
  readonly use: SeatUse;
}

/** A user who requests a seat, and the license; null when the account has none of the product. */
export interface Situation {
  readonly accountStatus: 'Pending' | 'Active' | 'Inactive';
  readonly userStatus: 'Pending' | 'Active' | 'Inactive';
  readonly userId: string;
  readonly subject: Subject;
  readonly license: SituationLicense | null;
  /** The user's place in line for the license's product; null when they do not wait. */
  readonly place: OwnPlace | null;
}

/** The layer that refuses, and the smallest change that would make it allow. */
export interface Stop {
  readonly layer: ExplanationLayer;
  readonly change: ExplanationChange;
  /** The rule of the pool that refuses. */
  readonly rule?: NonNullable<Explanation['rule']>;
}

/** The first layer that refuses the consume, or null when none does. */
export function stopOf(situation: Situation, decision: Decision | null): Stop | null {
  const { accountStatus, userStatus, license, place } = situation;
  if (accountStatus !== 'Active') return stop('account', 'activate-account', 'Activate the account.');
  if (userStatus === 'Pending')
    return stop('user', 'activate-user', 'Let the user activate their access with the link that was sent.');
  if (userStatus === 'Inactive') return stop('user', 'activate-user', 'Activate the user.');
  if (!license) return stop('license', 'issue-license', 'Issue a license of this product to the account.');
  if (license.row.status === 'Suspended')
    return stop('license', 'resume-license', 'End the suspension of the license.');
  if (license.row.expired) return stop('license', 'renew-license', 'Renew the license: its term is over.');
  if (!decision?.allowed) return { layer: 'policy', change: policyChange(decision) };
  const { 'holder-id': holder, 'lease-state': state, revocation } = license.row;
  const mine = holder === situation.userId && state === 'active' && !revocation;
  if (mine && license.row.taken) return null;
  const isOffered = place?.offered === license.row.id;
  if (isOffered && place.claimed === license.row.id) return null;
  const refusal = license.pool && refusalOf(license.pool.rules, license.pool.use, situation.subject.tags);
  if (refusal?.code === 'pool-limit') {
    const { code: _, ...rule } = refusal;
    return { ...ruleStop, rule };
  }
  if (license.row.taken && !isOffered) return seatStop(license.row);
  if (refusal?.code !== 'pool-reserved') return null;
  return { ...ruleStop, rule: { limit: 'reserve', used: refusal.free, of: refusal.reserved } };
}

const ruleStop = stop('pool', 'change-rules', 'Change the rules of the pool, or wait until a seat is given back.');

function policyChange(decision: Decision | null): ExplanationChange {
  if (decision?.decisive?.effect === 'Deny') {
    return {
      kind: 'remove-denial',
      message: `Remove statement ${decision.decisive.index + 1} of the policy: it denies this user.`,
    };
  }
  const byTags = (decision?.statements ?? [])
    .filter(
      (statement) => statement.effect === 'Allow' && statement.action === 'matched' && statement.resource !== 'missed',
    )
    // No condition holds for a service account: no tags would change that.
    .filter((statement) => statement['missing-tags'].length > 0)
    .filter((statement) => statement.principal !== 'missed' && statement.condition === 'missed')
    .sort((one, other) => one['missing-tags'].length - other['missing-tags'].length);
  const tags = byTags[0]?.['missing-tags'];
  if (!tags) return { kind: 'name-user', message: 'Name the user as consumer of the license.' };
  const message =
    tags.length === 1
      ? 'Give the user the tag that is missing.'
      : `Give the user the ${tags.length} tags that are missing.`;
  return { kind: 'add-tags', message, tags: [...tags] };
}

function seatStop(row: LeaseRow): Stop {
  // A free seat is taken only while it is offered.
  if (row['lease-state'] === 'free')
    return stop('seat', 'wait-in-line', 'It is kept for the first in line. Wait in line for a seat.');
  return stop('seat', 'release-seat', seatMessage(row));
}

function seatMessage(row: LeaseRow): string {
  if (row['lease-state'] === 'releasing' || row.revocation) return 'Wait until its last user is logged off.';
  if (row['lease-state'] === 'offline')
    return `Wait until its offline use ends on ${row['expires-at']?.toISOString()}.`;
  return 'Release the license from who uses it now.';
}

function stop(layer: ExplanationLayer, kind: ExplanationChange['kind'], message: string): Stop {
  return { layer, change: { kind, message } };
}
