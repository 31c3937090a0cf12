import type { AuditRow } from '@keyhold/contract';
import { lastChangesQuery } from '#data/audit.ts';
import { useSideQuery } from '#server/cache/side-query.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { changesOf, valueAt } from './audit-changes.ts';
import { AuditEntries } from './audit-entries.tsx';

/** The edits of a record since a time; empty for users who may not read the audit log. */
export function RecentChanges({ rn, since }: { rn: string; since: string }) {
  const scope = useScopeOf(rn);
  const data = useSideQuery(lastChangesQuery(rn)) ?? [];
  const edits = later(data, since).filter(isEdit);
  return edits.length > 0 && <AuditEntries rows={edits} scope={scope} />;
}

/** Longest delay between a version and the entry that describes it, in ms. */
const longestDelay = 2000;

/** The entries of versions later than `since`, newest first. An entry that names no version is written after it. */
export function later(rows: readonly AuditRow[], since: string): AuditRow[] {
  const after = rows.filter((row) => (versionOf(row) ?? row.on) > since);
  const first = after.at(-1);
  const made = first && versionOf(first) === null && Date.parse(first.on) - Date.parse(since) < longestDelay;
  return made && !rows.some((row) => versionOf(row) === since) ? after.slice(0, -1) : after;
}

/** The date of the version that an entry describes; null if the entry does not name it. */
function versionOf({ after }: AuditRow): string | null {
  const version = valueAt(after, 'updated-on');
  return version === undefined ? null : String(version);
}

/** Whether an entry is an edit. Consuming and releasing a license are not. */
function isEdit(row: AuditRow): boolean {
  const { before, after } = row;
  const inUse = valueAt(after, 'user') !== undefined;
  return before !== null && after !== null && !inUse && changesOf(row).length > 0;
}
