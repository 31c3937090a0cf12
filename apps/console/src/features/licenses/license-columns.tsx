import { resources } from '@keyhold/contract';
import { Stack } from '@mantine/core';
import { expiryOf } from '#api/license-words.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { relativeTime } from '#locale/formats.ts';
import { licensesText } from '#text/licenses.ts';
import { listText } from '#text/lists.ts';
import { wireWord } from '#text/wire.ts';
import { RelativeDay } from '#ui/date/relative-date.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import type { Column } from '#ui/table/column.ts';
import { fitting, fittingBadges, searchedTexts, textColumn, textColumns } from '#ui/table/columns.tsx';
import { consumersInWords, usageOf } from './license-words.ts';
import { licensePath } from './licenses.paths.ts';

/** What the search looks into: what is displayed. */
export function licenseTexts(license: LicenseWithProduct): string[] {
  const { product, type } = license.certificate;
  const own = searchedTexts(resources.license, license);
  return [product.name, keyOf(license), ...own, type, wireWord(type), wireWord(usageOf(license))];
}

/** Orders by end: dates first, then what has none yet, then what never ends. */
function expirySort({ certificate }: LicenseWithProduct): string {
  const { date, words } = expiryOf(certificate.expiry);
  return date === null ? `1 ${words}` : `0 ${date}`;
}

/** When a license ends; the same in the list and in the detail. */
export function ExpiryDate({ expiry }: Pick<LicenseWithProduct['certificate'], 'expiry'>) {
  const { date, words } = expiryOf(expiry);
  return date === null ? <span>{words}</span> : <RelativeDay value={date} />;
}

/** Whether a license is in use, and why nobody can use it. */
export function LicenseStatus({ license }: { license: LicenseWithProduct }) {
  return (
    <>
      <StatusBadge status={usageOf(license)} />
      {license.status !== 'Active' && <StatusBadge status={license.status} />}
    </>
  );
}

export const licenseColumns: readonly Column<LicenseWithProduct>[] = [
  textColumn({
    id: 'key',
    header: licensesText.key,
    width: '216px',
    text: keyOf,
    look: 'mono',
    to: (license) => licensePath(keyOf(license)),
  }),
  textColumn({
    id: 'product',
    header: licensesText.product,
    width: 1.5,
    sort: (license) => `${license.certificate.product.name} ${keyOf(license)}`,
    text: ({ certificate }) => certificate.product.name,
  }),
  ...textColumns<LicenseWithProduct>(resources.license, 1.2),
  textColumn({
    id: 'type',
    header: licensesText.type,
    width: '102px',
    text: ({ certificate }) => wireWord(certificate.type),
    shown: 'wide',
  }),
  {
    id: 'expiry',
    header: licensesText.expiry,
    width: fitting([relativeTime(-11, 'month'), relativeTime(2, 'week')], 16),
    sort: expirySort,
    text: ({ certificate }) => expiryOf(certificate.expiry).words,
    cell: ({ certificate }) => <ExpiryDate expiry={certificate.expiry} />,
  },
  {
    id: 'status',
    header: listText.status,
    width: fittingBadges(['In use', 'Available', 'Suspended', 'Expired'].map(wireWord)),
    sort: usageOf,
    text: (license) => wireWord(usageOf(license)),
    cell: (license) => (
      <Stack gap={2} align="flex-start">
        <LicenseStatus license={license} />
      </Stack>
    ),
  },
  textColumn({
    id: 'consumers',
    header: licensesText.consumers,
    width: 1.25,
    text: consumersInWords,
    look: 'muted',
    shown: 'wide',
  }),
];
