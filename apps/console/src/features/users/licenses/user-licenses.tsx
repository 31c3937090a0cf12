import { consumersOf, resourceIdOf } from '@keyhold/contract';
import { Button, Group } from '@mantine/core';
import { keyOf, type LicenseWithProduct, licensesSource } from '#data/licenses.ts';
import { consumersLine, nameIn } from '#data/names/license-words.ts';
import { usePools } from '#data/pools.ts';
import { fullName, type UserWithNames } from '#data/users.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { poolPath } from '#features/pools/pools.paths.ts';
import { givingText, licensesText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, fittingBadges, textColumn } from '#lists/columns/columns.tsx';
import { RowLink } from '#lists/columns/row-link.tsx';
import { useList } from '#lists/engine/use-list.ts';
import { useBulkReport } from '#lists/selection/report-dialog.tsx';
import { DataTable } from '#lists/table/data-table.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { Badge, StatusBadge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { GiveLicense } from './give-license.tsx';
import { takeLicenses } from './giving.data.ts';

/** The licenses that a user may use, those they hold, and why; they can be given and taken here. */
export function UserLicenses({ user }: { user: UserWithNames }) {
  const scope = useScopeOf(user.rn);
  const may = usePermission('license:SetLicensePolicies');
  const pools = usePools(scope);
  const { report, dialog: reportDialog } = useBulkReport(() => undefined);
  const { ask, dialog } = useConfirmation();
  const name = fullName(user) || user.email;
  const take = ({ certificate: { product }, state }: LicenseWithProduct): void =>
    ask({
      words: {
        title: givingText.takeTitle({ product: product.name }),
        body: (state.user === user.rn ? givingText.takeUsed : givingText.takeBody)({ name, product: product.name }),
        confirm: givingText.take,
        busy: givingText.taking,
      },
      danger: true,
      send: () => takeLicenses({ 'account-id': scope.accountId, product: product.rn, users: [user.rn], mode: 'apply' }),
    });
  const poolOf = ({ pool }: LicenseWithProduct): string | null =>
    pool === null ? null : (pools?.find(({ rn }) => rn === pool)?.name ?? resourceIdOf(pool));
  const why = (license: LicenseWithProduct): string => {
    const pool = poolOf(license);
    if (pool !== null) return givingText.fromPool({ pool });
    return consumersLine(consumersOf(license.policies), nameIn(license.names));
  };
  const now = (license: LicenseWithProduct): string => {
    const { state, status, names } = license;
    if (state.user === user.rn) return givingText.held;
    if (state.user !== null) return givingText.heldBy({ name: nameIn(names)(state.user) });
    return wireWord(status === 'Active' ? 'Available' : status);
  };
  const columns: readonly Column<LicenseWithProduct>[] = [
    textColumn('product', licensesText.product, ({ certificate }) => certificate.product.name, { width: 1.3 }),
    textColumn('key', licensesText.key, keyOf, {
      width: '216px',
      look: 'mono',
      to: (license) => licensePath(keyOf(license)),
    }),
    textColumn('now', givingText.now, now, {
      width: `max(${fittingBadges([givingText.held])}, 160px)`,
      // Those that the user holds first.
      sort: (license) => `${license.state.user === user.rn ? 0 : 1} ${now(license)}`,
      cell: (license) => <NowCell license={license} user={user.rn} words={now(license)} />,
    }),
    textColumn('why', givingText.why, why, {
      width: 1.3,
      cell: (license) =>
        license.pool === null ? (
          <span className={looks.muted}>{why(license)}</span>
        ) : (
          <RowLink to={poolPath(resourceIdOf(license.pool))}>{why(license)}</RowLink>
        ),
    }),
    ...(may
      ? [
          actionsColumn<LicenseWithProduct>('96px', (license) => {
            const consumers = consumersOf(license.policies);
            const own = license.pool === null && consumers.kind === 'User' && consumers.user === user.rn;
            return (
              own && (
                <Button
                  size="compact-sm"
                  fw={500}
                  aria-label={givingText.takeNamed({ key: keyOf(license) })}
                  onClick={() => take(license)}
                >
                  {givingText.take}
                </Button>
              )
            );
          }),
        ]
      : []),
  ];
  const { total: _, ...list } = useList(licensesSource(scope, { consumer: user.rn }), columns, 'now');
  return (
    <>
      {may && user.status !== 'Inactive' && (
        <Group justify="flex-end" mb="sm">
          <FormButton variant="filled" label={givingText.giveTitle} title={givingText.titleOf({ name })}>
            <GiveLicense scope={scope} users={[user.rn]} onDone={report} />
          </FormButton>
        </Group>
      )}
      <DataTable
        label="licenses"
        {...list}
        texts={(license) => [license.certificate.product.name, keyOf(license), why(license), now(license)]}
        empty={{ title: givingText.noneTitle, hint: givingText.noneHint({ name }) }}
      />
      {dialog}
      {reportDialog}
    </>
  );
}

interface NowCellProps {
  license: LicenseWithProduct;
  user: string;
  words: string;
}

/** Whether a license is in use now, and by whom. */
function NowCell({ license: { state, status }, user, words }: NowCellProps) {
  if (state.user === user) {
    return (
      <>
        <Badge tone="blue" dot>
          {words}
        </Badge>
        {state['device-name'] && <div className={looks.muted}>{state['device-name']}</div>}
      </>
    );
  }
  if (state.user !== null) return <span className={looks.muted}>{words}</span>;
  return <StatusBadge status={status === 'Active' ? 'Available' : status} />;
}
