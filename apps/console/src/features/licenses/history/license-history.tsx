import type { calls, Denial, DenialReason, LicenseUse, OutputOf } from '@keyhold/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, type LicenseWithProduct } from '#data/licenses.ts';
import { personIn, personText, type UsageResources } from '#data/names/usage-people.ts';
import { licenseUsageQuery, type UsageRange, usageQuery } from '#data/usage.ts';
import { formatList, formatNumber } from '#i18n/locale/formats.ts';
import { durationText } from '#i18n/text/durations.ts';
import { historyText, reasonText, reasonWithinText } from '#i18n/text/licensing.ts';
import { ProductHistory } from '#parts/usage/product-history.tsx';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { TimeFigure } from '#parts/usage/time-figure.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { RelativeDate, useNow } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import looks from '#ui/theme/looks.module.css';
import { HistorySkeleton } from './history-skeleton.tsx';
import styles from './license-history.module.css';

/** The usage of a license over time, with that of its product. */
export default function LicenseHistory({ license }: { license: LicenseWithProduct }) {
  const [range, setRange] = useState<UsageRange>('month');
  const { product } = license.certificate;
  const own = useQuery(licenseUsageQuery(keyOf(license), range));
  const all = useQuery(usageQuery(useScopeOf(license.rn), range, { product: product.rn }));
  const error = own.error ?? all.error;
  const retry = (): void => {
    for (const query of [own, all]) if (query.error) void query.refetch();
  };
  const licenses = all.data?.['by-product'][0]?.licenses ?? 0;
  const stale = own.isPlaceholderData || all.isPlaceholderData;
  return (
    <section className={styles.history} aria-label={historyText.title} aria-busy={stale || (!own.data && !own.error)}>
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <h2>{historyText.title}</h2>
        <RangeChoice value={range} onChange={setRange} />
      </Group>
      <ErrorAlert error={error} onRetry={retry} />
      {!error && !(own.data && all.data) && <HistorySkeleton />}
      {own.data && <OwnHistory usage={own.data} />}
      {all.data && (
        <ProductHistory
          title={historyText.ofProduct({ licenses, product: product.name })}
          interval={all.data.interval}
          buckets={all.data.items}
          licenses={licenses}
        >
          {all.data.denials.length > 0 && (
            <Text c="dimmed" mb="sm">
              {refusalsSentence(all.data.denials)}
            </Text>
          )}
        </ProductHistory>
      )}
      {own.data && (
        <Disclosure title={historyText.latestUses}>
          <LatestUses uses={own.data['latest-uses']} resources={own.data.resources} />
        </Disclosure>
      )}
      {all.data && (
        <Disclosure
          title={historyText.refusals({ count: all.data.denials.reduce((sum, { count }) => sum + count, 0) })}
        >
          <Refusals denials={all.data.denials} resources={all.data.resources} />
        </Disclosure>
      )}
      <Text c="dimmed" fz="xs" mt="sm">
        {historyText.utc}
      </Text>
    </section>
  );
}

/** How often users were refused, and for which reasons, the most frequent first, in one sentence. */
export function refusalsSentence(denials: readonly { reason: DenialReason; count: number }[]): string {
  const sums = new Map<DenialReason, number>();
  for (const { reason, count } of denials) sums.set(reason, (sums.get(reason) ?? 0) + count);
  const reasons = [...sums]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => historyText.oneReason({ reason: reasonWithinText[reason], count }));
  const all = denials.reduce((sum, { count }) => sum + count, 0);
  return historyText.refusedTimes({ count: all, reasons: formatList(reasons) });
}

function OwnHistory({ usage }: { usage: OutputOf<typeof calls.getLicenseUsage> }) {
  const { item, items, interval } = usage;
  const unit = interval === 'day' ? 3600 : 60;
  return (
    <TimeFigure
      title={historyText.ofLicense}
      empty={historyText.nothingUsed}
      height={160}
      data={{
        interval,
        starts: items.map(({ start }) => start),
        outline: {
          label: interval === 'day' ? historyText.hoursUsed : historyText.minutesUsed,
          values: items.map(({ seconds }) => seconds / unit),
        },
        format: (value) => durationText(value * unit),
      }}
    >
      <Figures
        figures={[
          {
            label: historyText.lastUsed,
            value: item['in-use'] ? historyText.now : <RelativeDate value={item['last-used-on']} />,
          },
          { label: historyText.timeUsed, value: durationText(item.seconds) },
          { label: historyText.uses, value: formatNumber(item.uses) },
          ...(item.overdraft ? [{ label: historyText.lent, value: historyText.lentSeat }] : []),
          { label: historyText.people, value: formatNumber(new Set(items.flatMap(({ users }) => users)).size) },
        ]}
      />
    </TimeFigure>
  );
}

function LatestUses({ uses, resources }: { uses: readonly LicenseUse[]; resources: UsageResources }) {
  if (uses.length === 0) return <p className={looks.muted}>{historyText.noUses}</p>;
  const columns: SmallColumn<LicenseUse>[] = [
    { header: historyText.person, cell: ({ user }) => personText(personIn(resources, user)) },
    { header: historyText.device, cell: (use) => use['device-name'] },
    { header: historyText.began, cell: (use) => <RelativeDate value={use['started-on']} /> },
    { header: historyText.lasted, cell: (use) => <Length use={use} /> },
    { header: historyText.howEnded, cell: ({ ending }) => (ending ? historyText.endings[ending] : historyText.goesOn) },
  ];
  return (
    <>
      <p className={looks.muted}>{historyText.latestUsesHint}</p>
      <SmallTable
        label={historyText.eachUse}
        columns={columns}
        rows={uses}
        rowKey={(use) => `${use['started-on']} ${use.user}`}
      />
    </>
  );
}

function Length({ use }: { use: LicenseUse }) {
  const now = useNow();
  const ended = use['ended-on'] === null ? now : Date.parse(use['ended-on']);
  return durationText(Math.max(0, ended - Date.parse(use['started-on'])) / 1000);
}

function Refusals({ denials, resources }: { denials: readonly Denial[]; resources: UsageResources }) {
  if (denials.length === 0) return <p className={looks.muted}>{historyText.noRefusals}</p>;
  const columns: SmallColumn<Denial>[] = [
    { header: historyText.person, cell: ({ user }) => personText(personIn(resources, user)) },
    { header: historyText.reason, cell: ({ reason }) => reasonText[reason] },
    { header: historyText.times, cell: ({ count }) => formatNumber(count) },
    { header: historyText.lastTime, cell: (denial) => <RelativeDate value={denial['last-on']} /> },
    { header: historyText.device, cell: (denial) => denial['device-name'] },
  ];
  return (
    <SmallTable
      label={historyText.refused}
      columns={columns}
      rows={denials}
      rowKey={({ user, reason }) => `${user} ${reason}`}
    />
  );
}
