import { type calls, type OutputOf, resourceIdOf, type UserUsage } from '@keyhold/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOfProduct } from '#data/names/usage-people.ts';
import { type UsageRange, userUsageQuery } from '#data/usage.ts';
import type { UserWithNames } from '#data/users.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { durationText } from '#i18n/text/durations.ts';
import { historyText, overviewText, reasonText } from '#i18n/text/licensing.ts';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';

type Usage = OutputOf<typeof calls.getUsage>;
type ProductUse = UserUsage['products'][number];
type Refusal = Usage['denials'][number];

/** Which products a user used in a time, how long, and what they were refused. */
export function UserUse({ user }: { user: UserWithNames }) {
  const [range, setRange] = useState<UsageRange>('month');
  const { data, error, refetch, isPlaceholderData } = useQuery(userUsageQuery(useScopeOf(user.rn), user.rn, range));
  return (
    <section aria-label={historyText.title} aria-busy={isPlaceholderData}>
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <h2>{historyText.title}</h2>
        <RangeChoice value={range} onChange={setRange} />
      </Group>
      {data ? <Uses usage={data} /> : <NotLoaded error={error} refetch={refetch} height={160} />}
    </section>
  );
}

function Uses({ usage }: { usage: Usage }) {
  const name = (product: string): string => nameOfProduct(usage.resources, product);
  const uses: readonly SmallColumn<ProductUse>[] = [
    { header: overviewText.product, cell: ({ product }) => name(product) },
    { header: historyText.uses, cell: ({ uses: count }) => formatNumber(count) },
    { header: historyText.timeUsed, cell: ({ seconds }) => durationText(seconds) },
    { header: historyText.lastUsed, cell: (use) => <RelativeDate value={use['last-used-on']} /> },
  ];
  const refusals: readonly SmallColumn<Refusal>[] = [
    { header: overviewText.product, cell: ({ product }) => name(product) },
    { header: historyText.reason, cell: ({ reason }) => reasonText[reason] },
    { header: historyText.times, cell: ({ count }) => formatNumber(count) },
    { header: historyText.lastTime, cell: (row) => <RelativeDate value={row['last-on']} /> },
  ];
  const products = usage['by-user'][0]?.products ?? [];
  return (
    <>
      {products.length > 0 ? (
        <SmallTable label={overviewText.products} columns={uses} rows={products} rowKey={({ product }) => product} />
      ) : (
        <EmptyState title={overviewText.noUseTitle} />
      )}
      {usage.unused.length > 0 && (
        <Text c="dimmed" mt="sm">
          {overviewText.neverUsedKeys({
            count: usage.unused.length,
            keys: usage.unused.map(({ license }) => resourceIdOf(license)).join(', '),
          })}
        </Text>
      )}
      {usage.denials.length > 0 && (
        <>
          <h2>{overviewText.tabs.refusals}</h2>
          <SmallTable
            label={overviewText.tabs.refusals}
            columns={refusals}
            rows={usage.denials}
            rowKey={({ product, reason }) => `${product} ${reason}`}
          />
        </>
      )}
    </>
  );
}
