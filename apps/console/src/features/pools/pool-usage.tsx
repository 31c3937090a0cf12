import { type calls, type OutputOf, type Pool, resourceIdOf, type UserUsage } from '@keyhold/contract';
import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { personIn, personText } from '#data/names/usage-people.ts';
import { poolUsageRanges, type UsageRange, usageQuery } from '#data/usage.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { durationText } from '#i18n/text/durations.ts';
import { historyText, poolsText } from '#i18n/text/licensing.ts';
import { ProductHistory } from '#parts/usage/product-history.tsx';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import looks from '#ui/theme/looks.module.css';

/** The use of a pool's licenses over time, who used them, and a link to the use of the whole product. */
export default function PoolUsage({ pool, name }: { pool: Pool; name: string }) {
  const [range, setRange] = useState<UsageRange>('month');
  const scope = useScopeOf(pool.rn);
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQuery(scope, range, { pool: pool.rn }));
  return (
    <section aria-label={historyText.title} aria-busy={isPlaceholderData}>
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <h2>{historyText.title}</h2>
        <RangeChoice value={range} onChange={setRange} ranges={poolUsageRanges} />
      </Group>
      {data ? <OfPool usage={data} /> : <NotLoaded error={error} refetch={refetch} height={280} />}
      <Text mt="sm">
        <Link
          className={looks.link}
          to={`${usagePath}?tab=people&product=${encodeURIComponent(resourceIdOf(pool.product))}`}
        >
          {poolsText.usageOfProduct({ product: name })}
        </Link>
      </Text>
    </section>
  );
}

function OfPool({ usage }: { usage: OutputOf<typeof calls.getUsage> }) {
  const licenses = usage['by-product'][0]?.licenses ?? 0;
  const users = usage['by-user'];
  const usesOf = (list: readonly { uses: number }[]): number => list.reduce((sum, { uses }) => sum + uses, 0);
  const lent = usesOf(usage['by-license'].filter(({ overdraft }) => overdraft));
  const columns: readonly SmallColumn<UserUsage>[] = [
    { header: poolsText.holder, cell: ({ user }) => personText(personIn(usage.resources, user)) },
    { header: historyText.uses, cell: ({ uses }) => formatNumber(uses) },
    { header: historyText.timeUsed, cell: ({ seconds }) => durationText(seconds) },
    { header: historyText.lastUsed, cell: (each) => <RelativeDate value={each['last-used-on']} /> },
  ];
  return (
    <>
      <ProductHistory
        title={poolsText.usageOfPool({ seats: licenses })}
        interval={usage.interval}
        buckets={usage.items}
        licenses={licenses}
      >
        <Figures
          figures={[
            { label: historyText.uses, value: formatNumber(usesOf(users)) },
            { label: historyText.people, value: formatNumber(users.length) },
            ...(lent > 0 ? [{ label: poolsText.lentUses, value: formatNumber(lent) }] : []),
          ]}
        />
      </ProductHistory>
      {users.length > 0 && (
        <>
          <Box component="h2" mt={28} mb="sm">
            {poolsText.whoUsed}
          </Box>
          <SmallTable label={poolsText.whoUsed} columns={columns} rows={users} rowKey={({ user }) => user} />
        </>
      )}
    </>
  );
}
