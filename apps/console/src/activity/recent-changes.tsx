import type { AuditRow } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { lastChangesQuery } from '#api/audit.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { useNames } from '#api/use-names.ts';
import { changesOf, namesIn, rnsIn } from './audit-changes.ts';
import { AuditEntry } from './audit-entry.tsx';

const lookedAt = 10;

/** Who changed a thing since a moment, and what. Nothing for who may not read it, and where it cannot be told. */
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

/** The entry of a change is written after its version was made: it is the version's date that counts. */
function isAfter({ on, after }: AuditRow, since: string): boolean {
  const made = typeof after === 'object' && after !== null && 'updated-on' in after ? after['updated-on'] : on;
  return String(made) > since;
}

/** A license is also taken into use and given back, which changes nothing that is edited. */
function isEdit(row: AuditRow): boolean {
  const { before, after } = row;
  const inUse = typeof after === 'object' && after !== null && 'user' in after;
  return before !== null && after !== null && !inUse && changesOf(row).length > 0;
}
