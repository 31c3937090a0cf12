import { Skeleton } from '@mantine/core';
import { listText } from '#i18n/text/every-page.ts';

/** Blocks in the shape of the charts, shown while they load. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label={listText.loading}>
      <Skeleton height={276} radius="lg" mb="md" />
      <Skeleton height={316} radius="lg" mb="md" />
    </div>
  );
}
