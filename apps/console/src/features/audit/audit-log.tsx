import { type AuditRow, resourceIdOf } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { accountQuery } from '#data/accounts.ts';
import { useNames } from '#data/names/use-names.ts';
import { language } from '#i18n/locale/locale.ts';
import { activityWords } from '#i18n/text/activity.ts';
import { listText } from '#i18n/text/every-page.ts';
import { auditText } from '#i18n/text/people.ts';
import { valueAt } from '#records/activity/audit-changes.ts';
import { AuditEntries } from '#records/activity/audit-entries.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditLogQuery, saveLog } from './audit-log.data.ts';
import { useLogFilters } from './log-filters.ts';

/** What everybody changed in the selected account, or in all of them, the newest first. */
export default function AuditLog() {
  const scope = useSelectedAccount();
  const { canSwitchAccount } = useAuthInfo();
  const log = useLogFilters();
  const everyone = log.everyone && canSwitchAccount;
  const account = everyone ? 'all' : scope.accountId;
  const saving = useRun();
  const may = usePermission('iam:ListAudit');
  // A spreadsheet in German or French takes a comma for the decimal sign.
  const separator = language === 'en' ? ',' : ';';
  const save = (format: 'csv' | 'ndjson') =>
    void saving.run(() => saveLog(account, log.filters, { format, separator }));
  return (
    <>
      <PageHeader
        title={auditText.title}
        under={auditText.about}
        action={
          may && (
            <Group gap="sm" aria-busy={saving.busy}>
              <SaveButton label={auditText.saveCsv} onClick={() => save('csv')} />
              <SaveButton label={auditText.saveNdjson} onClick={() => save('ndjson')} />
            </Group>
          )
        }
      />
      <ErrorAlert error={saving.error} />
      <AuditFilters {...log} everyone={everyone} />
      <LogEntries account={account} log={log} />
    </>
  );
}

function SaveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const icon = <IconDownload size={15} aria-hidden="true" />;
  return (
    <Button variant="subtle" color="gray" size="xs" fw={500} leftSection={icon} onClick={onClick}>
      {label}
    </Button>
  );
}

interface LogEntriesProps {
  /** The account whose log is shown, by id, or `all`. */
  account: string;
  log: ReturnType<typeof useLogFilters>;
}

function LogEntries({ account, log }: LogEntriesProps) {
  const scope = useSelectedAccount();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditLogQuery(account, log.filters),
  );
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const accountName = useAccountNames(account === 'all' ? rows : []);
  // The newest entry comes first, and its name counts.
  const named = new Map(
    rows.toReversed().flatMap((row) => (storedName(row) ? [[row.resource, storedName(row) ?? '']] : [])),
  );
  const name = useNames([...new Set(rows.map(({ resource }) => resource))].filter(isRn), scope, named);
  const nameIn = ({ resource }: AuditRow): string => (isRn(resource) ? name(resource) : resource);
  if (!data) return <NotLoaded error={error} refetch={refetch} height={400} />;
  if (rows.length === 0) {
    const filtered = Object.keys(log.filters).length > 0;
    const clear = <Button onClick={log.clear}>{auditText.clear}</Button>;
    return filtered ? (
      <EmptyState title={listText.noMatchTitle} hint={auditText.noMatch} action={clear} />
    ) : (
      <EmptyState title={activityWords.none} />
    );
  }
  return (
    <Panel>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <AuditEntries
        rows={rows}
        scope={scope}
        subject={(row) => (
          <Button
            variant="transparent"
            size="compact-xs"
            px={0}
            fw={500}
            aria-description={auditText.onlyThis({ name: nameIn(row) })}
            onClick={() => log.change({ resource: row.resource })}
          >
            {[kindOf(row), nameIn(row), accountName(row)].filter(Boolean).join(' · ')}
          </Button>
        )}
      />
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
    </Panel>
  );
}

/** The name of a changed record that the entry stores. */
function storedName({ before, after, resource }: AuditRow): string | undefined {
  const names = [after, before].flatMap((side) => [
    valueAt(side, 'email'),
    valueAt(side, 'name'),
    (valueAt(side, 'names') as Record<string, string> | undefined)?.[resource],
  ]);
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

/** Whether a resource is a record; a backup, for example, is none. */
function isRn(resource: string): boolean {
  return resource.split(':').length === 5;
}

function kindOf({ resource }: AuditRow): string {
  // `add-on-license` names no argument of a message, `addOnLicense` does.
  const type = (resource.split(':')[3] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return auditText.kind({ type });
}

/** The names of the accounts of entries; empty for an account that is deleted. */
function useAccountNames(rows: readonly AuditRow[]): (row: AuditRow) => string {
  const ids = [...new Set(rows.map(({ account }) => resourceIdOf(account)))];
  const found = useQueries({ queries: ids.map((id) => accountQuery(id)) });
  const names = new Map(found.flatMap(({ data }) => (data ? [[data.item.rn, data.item.name]] : [])));
  return ({ account }) => names.get(account) ?? '';
}
