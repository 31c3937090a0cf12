import { Skeleton } from '@mantine/core';
import { listText } from '#text/lists.ts';

const blocks = [276, 316];

/** Blocks in the shape of the charts, shown while they load. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label={listText.loading}>
      {blocks.map((height) => (
        <Skeleton key={height} height={height} radius="lg" mb="md" />
      ))}
    </div>
  );
}
