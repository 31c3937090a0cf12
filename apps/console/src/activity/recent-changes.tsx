import type { AuditRow } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { lastChangesQuery } from '#api/audit.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { changesOf, namesIn, rnsIn } from './audit-changes.ts';
import { AuditEntry } from './audit-entry.tsx';

const lookedAt = 10;

/** The edits of a record since a moment; empty for users who may not read the audit log. */
export function RecentChanges({ rn, since }: { rn: string; since: string }) {
  const { data = [] } = useQuery(lastChangesQuery(rn, lookedAt));
  const edits = data.filter((row) => isAfter(row, since) && isEdit(row));
  const name = useNames(rnsIn(edits.map(changesOf)), useScopeOf(rn), namesIn(edits));
  if (edits.length === 0) return null;
  return (
    <ol>
      {edits.map((row) => (
        <AuditEntry key={row.seq} row={row} name={name} />
      ))}
    </ol>
  );
}

/** An entry is written after the version that it describes, whose date counts. */
function isAfter({ on, after }: AuditRow, since: string): boolean {
  const made = typeof after === 'object' && after !== null && 'updated-on' in after ? after['updated-on'] : on;
  return String(made) > since;
}

/** Taking a license into use and giving it back are no edits. */
function isEdit(row: AuditRow): boolean {
  const { before, after } = row;
  const inUse = typeof after === 'object' && after !== null && 'user' in after;
  return before !== null && after !== null && !inUse && changesOf(row).length > 0;
}
