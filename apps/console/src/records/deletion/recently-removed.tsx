import { type AuditRow, resourceIdOf } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deletionOf, type RemovableKind, removedQuery } from '#data/audit.ts';
import { removedText } from '#i18n/text/activity.ts';
import { valueAt } from '#records/activity/audit-changes.ts';
import { usePermission } from '#session/use-permission.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Entries } from '#ui/layout/entries.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';

interface RecentlyRemovedProps {
  /** The account whose records were deleted, by id; `all` for those of every account. */
  account: string;
  kind: RemovableKind;
  restore: (removed: { rn: string }) => Promise<unknown>;
}

/** Restores recently deleted records. For users who may delete such records and read the audit log. */
export function RecentlyRemoved({ kind, ...props }: RecentlyRemovedProps) {
  const mayRead = usePermission('iam:ListAudit');
  const mayRestore = usePermission(deletionOf(kind));
  if (!mayRead || !mayRestore) return null;
  return (
    <Disclosure title={removedText.title}>
      <Removed kind={kind} {...props} />
    </Disclosure>
  );
}

function Removed({ account, kind, restore }: RecentlyRemovedProps) {
  const { data, error, refetch } = useQuery(removedQuery(account, kind));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={56} />;
  if (data.length === 0) return <p className={looks.muted}>{removedText.none}</p>;
  return (
    <>
      <ErrorAlert error={error} />
      <Entries>
        {data.map((row) => (
          <li key={row.resource}>
            <RemovedRecord row={row} restore={() => restore({ rn: row.resource })} />
          </li>
        ))}
      </Entries>
    </>
  );
}

/** A deleted record. Each is restored on its own, also while another one is. */
function RemovedRecord({ row, restore }: { row: AuditRow; restore: () => Promise<unknown> }) {
  const { busy, error, run } = useRun();
  const id = `removed-${row.resource}`;
  return (
    <>
      <div>
        <span className={looks.strong} id={id}>
          {nameOf(row)}
        </span>
        <p className={looks.muted}>
          <RelativeDate value={row.on} /> {removedText.by({ name: row['actor-name'] })}
        </p>
        <ErrorAlert error={error} />
      </div>
      <Button size="xs" aria-describedby={id} aria-busy={busy} onClick={() => void run(restore)}>
        {removedText.restore}
      </Button>
    </>
  );
}

/** The name at the time of the deletion. */
function nameOf({ before, resource }: AuditRow): string {
  const name = valueAt(before, 'email') ?? valueAt(before, 'name');
  return typeof name === 'string' ? name : resourceIdOf(resource);
}
