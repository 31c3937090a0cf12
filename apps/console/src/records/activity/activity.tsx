import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { activityQuery } from '#data/audit.ts';
import { activityWords } from '#i18n/text/activity.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';
import { AuditEntries } from './audit-entries.tsx';

/** The audit log of a record, fetched when it is opened. */
export function Activity({ rn }: { rn: string }) {
  return (
    <Disclosure title={activityWords.title}>
      <Entries rn={rn} />
    </Disclosure>
  );
}

function Entries({ rn }: { rn: string }) {
  const scope = useScopeOf(rn);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(activityQuery(rn));
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!data) return <NotLoaded error={error} refetch={refetch} height={88} />;
  if (rows.length === 0) return <p className={looks.muted}>{activityWords.none}</p>;
  return (
    <>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <AuditEntries rows={rows} scope={scope} />
      {hasNextPage && (
        <Button
          size="xs"
          mt="sm"
          aria-busy={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {activityWords.older}
        </Button>
      )}
    </>
  );
}
