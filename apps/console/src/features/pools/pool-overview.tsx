import { type Pool, parseRn, resourceIdOf } from '@keyhold/contract';
import { Box, Button } from '@mantine/core';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#data/licenses.ts';
import { nameIn } from '#data/names/license-words.ts';
import { seatsOf } from '#data/pools.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { serviceAccountPath } from '#features/service-accounts/service-accounts.paths.ts';
import { userPath } from '#features/users/users.paths.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { consumersText, licensesText, offlineText, poolsText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, textColumn } from '#lists/columns/columns.tsx';
import { useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { currentOf } from '#server/cache/record-query.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { day } from '#ui/date/dates.ts';
import { Figures } from '#ui/layout/figures.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { releaseSeat } from './pools.data.ts';
import { SeatsInUse } from './seats-in-use.tsx';
import { WhoWaits } from './who-waits.tsx';

const currentLicense = currentOf(licenseQuery);

/** The seats of a pool at a glance, and who holds them. */
export function PoolOverview({ pool }: { pool: Pool }) {
  const free = seatsOf(pool) - pool['in-use'];
  return (
    <>
      <Panel>
        <SeatsInUse pool={pool} large />
        <Box mt="md" mb={-16}>
          <Figures
            figures={[
              { label: poolsText.free, value: formatNumber(Math.max(0, free)) },
              { label: poolsText.waiting, value: formatNumber(pool.waiting) },
              { label: poolsText.offline, value: formatNumber(pool.offline) },
              ...(pool['overdraft-seats'] > 0
                ? [{ label: poolsText.overdraft.title, value: formatNumber(pool['overdraft-seats']) }]
                : []),
            ]}
          />
        </Box>
      </Panel>
      <WhoWaits pool={pool} />
      <Box component="h2" mt={28} mb="sm">
        {poolsText.holders}
      </Box>
      <Holders pool={pool} />
    </>
  );
}

/** Who holds a seat of a pool, on which device; each can be released. */
function Holders({ pool }: { pool: Pool }) {
  const scope = useScopeOf(pool.rn);
  const may = usePermission('license:UnassignLicense');
  const { ask, dialog } = useConfirmation();
  const release = (license: LicenseWithProduct): void =>
    ask({
      words: { title: consumersText.release, body: consumersText.releaseBody, confirm: consumersText.releaseConfirm },
      danger: true,
      change: { item: license, etag: null, intent: 'release' },
      send: releaseSeat,
      current: () => currentLicense(license),
    });
  const columns: Column<LicenseWithProduct>[] = [
    textColumn('holder', poolsText.holder, holderName, { width: 1.4, to: holderPath }),
    textColumn('device', poolsText.device, ({ state }) => state['device-name'] ?? '', { look: 'muted' }),
    textColumn('offline', poolsText.offlineUntil, ({ state }) => offlineWords(state['offline-until']), {
      width: '150px',
      sort: ({ state }) => state['offline-until'],
      look: 'muted',
    }),
    textColumn('key', licensesText.key, keyOf, {
      width: '216px',
      look: 'mono',
      visible: 'wide',
      to: (license) => licensePath(keyOf(license)),
    }),
    ...(may
      ? [
          actionsColumn<LicenseWithProduct>('108px', (license) => (
            <Button
              size="compact-sm"
              fw={500}
              aria-label={poolsText.releaseNamed({ name: holderName(license) })}
              onClick={() => release(license)}
            >
              {consumersText.releaseConfirm}
            </Button>
          )),
        ]
      : []),
  ];
  const source = licensesSource(scope, { pool: pool.rn, 'in-use': 'true' });
  const { total: _, ...list } = useList(source, columns, 'holder');
  return (
    <>
      <DataTable
        label="people"
        {...list}
        texts={(license) => [holderName(license), license.state['device-name'], keyOf(license)]}
        empty={{ title: poolsText.nobodyTitle, hint: poolsText.nobodyHint }}
      />
      {dialog}
    </>
  );
}

function holderName({ state, names }: LicenseWithProduct): string {
  return state.user === null ? '' : nameIn(names)(state.user);
}

function holderPath({ state }: LicenseWithProduct): string {
  if (state.user === null) return '';
  const id = resourceIdOf(state.user);
  return parseRn(state.user).resourceType === 'service-account' ? serviceAccountPath(id) : userPath(id);
}

function offlineWords(until: string | null): string {
  return until === null ? '' : offlineText.offlineUntil({ date: day(until) });
}
