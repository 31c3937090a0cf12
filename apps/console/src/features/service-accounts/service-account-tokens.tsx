import { resourceIdOf, resources, type ServiceAccount, type ServiceAccountToken } from '@keyhold/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatList } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { tokensText } from '#i18n/text/people.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, dateColumn, fitting, searchedTexts, textColumn } from '#lists/columns/columns.tsx';
import { useListState } from '#lists/engine/list-state.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { CreateToken } from '#parts/service-accounts/create-token.tsx';
import { createToken } from '#parts/service-accounts/service-accounts.data.ts';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { relativeDate } from '#ui/date/relative-date.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { useSecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { revokeToken, serviceAccountTokensQuery } from './service-accounts.data.ts';

/** The tokens of a service account. */
export function ServiceAccountTokens({ account }: { account: ServiceAccount }) {
  const { data, error, refetch } = useQuery(serviceAccountTokensQuery(resourceIdOf(account.rn)));
  const showSecret = useSecretDialog(tokensText);
  const { ask, dialog } = useConfirmation();
  const revoke = (token: ServiceAccountToken): void =>
    ask({
      words: {
        title: tokensText.revokeTitle,
        body: tokensText.revokeBody({ name: token.name }),
        confirm: tokensText.revoke,
        busy: tokensText.revoking,
      },
      danger: true,
      send: () => revokeToken({ account, token }),
    });
  const columns: Column<ServiceAccountToken>[] = [
    textColumn('name', listText.name, ({ name }) => name, { width: 1.3, look: 'strong' }),
    textColumn('prefix', tokensText.prefix, ({ prefix }) => prefix, {
      width: '120px',
      cell: ({ prefix }) => <span className={looks.mono}>{prefix}…</span>,
    }),
    textColumn('addresses', tokensText.addresses, addressesOf, { look: 'muted' }),
    dateColumn('last-used-on', tokensText.lastUse, '140px'),
    {
      ...dateColumn('expires-on', tokensText.ends, '150px'),
      cell: ({ 'expires-on': end }, now) =>
        Date.parse(end) <= now ? <Badge tone="gray">{tokensText.over}</Badge> : relativeDate(end, now),
    },
    actionsColumn(fitting([tokensText.revoke], 66), (token) => (
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={tokensText.revokeOne({ name: token.name })}
        onClick={() => revoke(token)}
      >
        {tokensText.revoke}
      </Button>
    )),
  ];
  return (
    <Stack gap="md">
      <Group>
        <CreateButton label={tokensText.newOne} title={tokensText.createTitle}>
          <CreateToken make={(body) => createToken({ rn: account.rn, body })} onSecret={showSecret} />
        </CreateButton>
      </Group>
      <DataTable
        label="tokens"
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        texts={(token) => [...searchedTexts(resources.serviceAccountToken, token), token.prefix, addressesOf(token)]}
        state={useListState(columns)}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: tokensText.noneTitle, hint: tokensText.noneHint }}
      />
      {dialog}
    </Stack>
  );
}

function addressesOf({ addresses }: ServiceAccountToken): string {
  return addresses.length === 0 ? tokensText.everywhere : formatList(addresses);
}
