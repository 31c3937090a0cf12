import { consumersOf, resourceIdOf, resources, shownLicenseStatuses } from '@keyhold/contract';
import { Stack } from '@mantine/core';
import { keyOf, type LicenseWithProduct } from '#data/licenses.ts';
import { consumersLine, expiryOf, graceUntil, nameIn } from '#data/names/license-words.ts';
import type { PoolWithProduct } from '#data/pools.ts';
import { relativeTime } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { licensesText, offlineText, termsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { fitting, fittingBadges, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { day } from '#ui/date/dates.ts';
import { RelativeDay } from '#ui/date/relative-date.tsx';
import { Badge, StatusBadge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import { licensePath } from './licenses.paths.ts';

/** The texts that the search covers: those displayed. */
export function licenseTexts(license: LicenseWithProduct): string[] {
  const { product, type } = license.certificate;
  const own = searchedTexts(resources.license, license);
  return [product.name, keyOf(license), ...own, type, wireWord(type), ...statusesOf(license).map(wireWord)];
}

/** The sort key of the expiry: dates first, then licenses without a date, by their text. */
function expirySort({ certificate }: LicenseWithProduct): string {
  const { date, words } = expiryOf(certificate.expiry);
  return date === null ? `1 ${words}` : `0 ${date}`;
}

/** The expiry of a license, in the list and in the detail. */
export function ExpiryDate({ expiry }: Pick<LicenseWithProduct['certificate'], 'expiry'>) {
  const { date, words } = expiryOf(expiry);
  return date === null ? <span>{words}</span> : <RelativeDay value={date} />;
}

/** Whether a license is in use, and why it cannot be used. */
export function LicenseStatus({ license }: { license: LicenseWithProduct }) {
  return statusesOf(license).map((status) => <StatusBadge key={status} status={status} />);
}

function statusesOf(license: LicenseWithProduct): string[] {
  return license.status === 'Active' ? [usageOf(license)] : [usageOf(license), license.status];
}

/** The columns of the list of licenses; that of pools can be chosen where the account has some. */
export const licenseColumns = (pools: readonly PoolWithProduct[] = []): readonly Column<LicenseWithProduct>[] => [
  textColumn('key', licensesText.key, keyOf, {
    width: '216px',
    look: 'mono',
    to: (license) => licensePath(keyOf(license)),
  }),
  textColumn('product', licensesText.product, ({ certificate }) => certificate.product.name, {
    width: 1.5,
    sort: (license) => `${license.certificate.product.name} ${keyOf(license)}`,
  }),
  ...textColumns<LicenseWithProduct>(resources.license, 1.2),
  textColumn('type', licensesText.type, ({ certificate }) => wireWord(certificate.type), {
    width: '102px',
    visible: 'wide',
  }),
  textColumn('expiry', licensesText.expiry, ({ certificate }) => expiryOf(certificate.expiry).words, {
    width: fitting([relativeTime(-11, 'month'), relativeTime(2, 'week')], 16),
    sort: expirySort,
    cell: ({ certificate }) => <ExpiryDate expiry={certificate.expiry} />,
  }),
  textColumn<LicenseWithProduct>('status', listText.status, (license) => statusesOf(license).map(wireWord).join(', '), {
    width: fittingBadges(shownLicenseStatuses.map(wireWord)),
    sort: usageOf,
    cell: (license) => (
      <Stack gap={2} align="flex-start">
        <LicenseStatus license={license} />
        <Grace license={license} />
        {license.state['offline-until'] !== null && (
          <small className={looks.muted}>
            {offlineText.offlineUntil({ date: day(license.state['offline-until']) })}
          </small>
        )}
      </Stack>
    ),
  }),
  ...(pools.length > 0
    ? [
        textColumn<LicenseWithProduct>('pool', licensesText.pool, ({ pool }) => poolName(pools, pool), {
          look: 'muted',
          // Beside all others it would leave no width for descriptions.
          visible: 'never',
        }),
      ]
    : []),
  textColumn('consumers', licensesText.consumers, consumersInWords, { width: 1.25, look: 'muted', visible: 'wide' }),
];

function poolName(pools: readonly PoolWithProduct[], pool: string | null): string {
  return pool === null ? '' : (pools.find(({ rn }) => rn === pool)?.name ?? resourceIdOf(pool));
}

/** Says that a license has ended and until when it works. */
export function Grace({ license: { certificate } }: { license: Pick<LicenseWithProduct, 'certificate'> }) {
  const until = graceUntil(certificate);
  return until && <Badge tone="yellow">{termsText.endedWorksUntil({ date: day(until) })}</Badge>;
}

function usageOf({ state }: Pick<LicenseWithProduct, 'state'>): 'Available' | 'In use' {
  return state.user === null ? 'Available' : 'In use';
}

/** Who may consume a license, in one line. */
export function consumersInWords(license: Pick<LicenseWithProduct, 'names' | 'policies'>): string {
  return consumersLine(consumersOf(license.policies), nameIn(license.names));
}
