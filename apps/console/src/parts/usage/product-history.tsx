import type { UsageBucket } from '@keyhold/contract';
import type { UsageInterval } from '#data/usage.ts';
import { withOneDecimal } from '#i18n/locale/formats.ts';
import { historyText } from '#i18n/text/licensing.ts';
import { TimeFigure, type TimeFigureProps } from './time-figure.tsx';

interface ProductHistoryProps extends Omit<TimeFigureProps, 'data' | 'empty'> {
  interval: UsageInterval;
  /** The use of the product per hour or day. */
  buckets: readonly UsageBucket[];
  licenses: number;
}

/** Concurrent use of a product's licenses, their number, and refusals. */
export function ProductHistory({ buckets, licenses, interval, ...props }: ProductHistoryProps) {
  return (
    <TimeFigure
      {...props}
      empty={historyText.nothingUsedOfProduct}
      data={{
        interval,
        starts: buckets.map(({ start }) => start),
        outline: { label: historyText.peak, values: buckets.map(({ peak }) => peak) },
        fill: { label: historyText.average, values: buckets.map(({ average }) => average) },
        limit: licenses > 0 ? { label: historyText.limit, value: licenses } : undefined,
        marks: { label: historyText.refused, values: buckets.map(({ denied }) => denied) },
        format: withOneDecimal,
      }}
    />
  );
}
