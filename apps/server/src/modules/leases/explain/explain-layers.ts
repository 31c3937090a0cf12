import type { Decision, ExplanationChange, ExplanationLayer, Subject } from '@keyhold/contract';
import type { LeaseRow } from '../seat/lease-row.ts';

export interface SituationLicense {
  readonly row: LeaseRow;
  readonly rn: string;
}

/** A user who requests a seat, and the license; null when the account has none of the product. */
export interface Situation {
  readonly accountStatus: 'Pending' | 'Active' | 'Inactive';
  readonly userStatus: 'Pending' | 'Active' | 'Inactive';
  readonly userId: string;
  readonly subject: Subject;
  readonly license: SituationLicense | null;
}

/** The layer that refuses, and the smallest change that would make it allow. */
export interface Stop {
  readonly layer: ExplanationLayer;
  readonly change: ExplanationChange;
}

/** The first layer that refuses the consume, or null when none does. */
export function stopOf(situation: Situation, decision: Decision | null): Stop | null {
  const { accountStatus, userStatus, license } = situation;
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
  if (license.row.taken && !mine) return stop('seat', 'release-seat', seatMessage(license.row));
  return null;
}

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

function seatMessage(row: LeaseRow): string {
  if (row['lease-state'] === 'releasing' || row.revocation) return 'Wait until its last user is logged off.';
  if (row['lease-state'] === 'offline')
    return `Wait until its offline use ends on ${row['expires-at']?.toISOString()}.`;
  return 'Release the license from who uses it now.';
}

function stop(layer: ExplanationLayer, kind: ExplanationChange['kind'], message: string): Stop {
  return { layer, change: { kind, message } };
}
