import { type Pool, resourceIdOf } from '@keyhold/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type UsageRange, usageQuery } from '#data/usage.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { historyText, poolsText } from '#i18n/text/licensing.ts';
import { ProductHistory } from '#parts/usage/product-history.tsx';
import { RangeChoice } from '#parts/usage/range-choice.tsx';
import { useScopeOf } from '#session/selected-account.ts';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';

/** The use of a pool's product over time, and a link to who used it. */
export default function PoolUsage({ pool, name }: { pool: Pool; name: string }) {
  const [range, setRange] = useState<UsageRange>('month');
  const { data, error, refetch, isPlaceholderData } = useQuery(usageQuery(useScopeOf(pool.rn), range, pool.product));
  const licenses = data?.['by-product'][0]?.licenses ?? 0;
  return (
    <section aria-label={historyText.title} aria-busy={isPlaceholderData}>
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <h2>{historyText.title}</h2>
        <RangeChoice value={range} onChange={setRange} />
      </Group>
      {data ? (
        <ProductHistory
          title={historyText.ofProduct({ licenses, product: name })}
          interval={data.interval}
          buckets={data.items}
          licenses={licenses}
        />
      ) : (
        <NotLoaded error={error} refetch={refetch} height={280} />
      )}
      <Text mt="sm">
        <Link
          className={looks.link}
          to={`${usagePath}?tab=people&product=${encodeURIComponent(resourceIdOf(pool.product))}`}
        >
          {poolsText.whoUsed}
        </Link>
      </Text>
    </section>
  );
}
