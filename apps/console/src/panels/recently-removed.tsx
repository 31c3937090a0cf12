import { type AuditRow, resourceIdOf } from '@keyhold/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { removedQuery } from '#api/audit.ts';
import { refresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useMay } from '#api/use-may.ts';
import { removedText } from '#text/activity.ts';
import { listText } from '#text/lists.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { toastSuccess } from '#ui/toast.tsx';

interface RecentlyRemovedProps {
  scope: AccountScope;
  /** The kind of thing, as the actions of the log name it: `User`. */
  kind: 'User' | 'Tag';
  restore: (id: string) => Promise<unknown>;
  /** What the toast says when one is back. */
  restored: string;
}

/** What was deleted in an account lately, and the way back. For who may delete such things and read the log. */
export function RecentlyRemoved({ kind, ...props }: RecentlyRemovedProps) {
  const mayRead = useMay('iam:ListAudit');
  const mayRestore = useMay(`iam:Delete${kind}`);
  if (!mayRead || !mayRestore) return null;
  return (
    <Disclosure title={removedText.title}>
      <Removed kind={kind} {...props} />
    </Disclosure>
  );
}

function Removed({ scope, kind, restore, restored }: RecentlyRemovedProps) {
  const { data, error, refetch } = useQuery(removedQuery(scope, kind));
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const bringBack = async (rn: string): Promise<void> => {
    setBusy(rn);
    setFailure(null);
    try {
      await restore(resourceIdOf(rn));
      await refresh(kind.toLowerCase());
      toastSuccess(restored);
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(null);
    }
  };
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} radius="md" role="status" aria-label={listText.loading} />;
  if (data.length === 0) return <p className="kh-muted kh-sessions-none">{removedText.none}</p>;
  return (
    <>
      <ErrorAlert error={failure} />
      <ul className="kh-sessions">
        {data.map((row) => (
          <li key={row.seq}>
            <div>
              <span className="kh-strong" id={`removed-${row.seq}`}>
                {nameOf(row)}
              </span>
              <p className="kh-muted">
                <RelativeDate value={row.on} /> {removedText.by(row['actor-name'])}
              </p>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-describedby={`removed-${row.seq}`}
              aria-busy={busy === row.resource}
              onClick={() => busy === null && void bringBack(row.resource)}
            >
              {removedText.restore}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the thing was called when it was deleted. */
function nameOf({ before, resource }: AuditRow): string {
  const known = typeof before === 'object' && before !== null ? (before as Readonly<Record<string, unknown>>) : {};
  const name = known['email'] ?? known['name'];
  return typeof name === 'string' ? name : resourceIdOf(resource);
}
