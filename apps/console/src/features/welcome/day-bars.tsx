interface DayBarsProps {
  /** One for each day, the oldest first. */
  values: readonly number[];
  /** What they can reach at most; a higher value raises the scale. */
  limit: number;
}

const [step, bar, height] = [8, 5, 24];

/** Days side by side as small bars. What they say is said in words beside them. */
export function DayBars({ values, limit }: DayBarsProps) {
  const top = Math.max(1, limit, ...values);
  const width = values.length * step;
  const lines = values.map((value, day) => {
    // A day without use is a thin line, and any use is seen.
    const tall = value === 0 ? 1 : Math.max(2, (value / top) * height);
    return `M${day * step + bar / 2} ${height}v${-tall}`;
  });
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <path d={lines.join('')} stroke="var(--mantine-primary-color-filled)" strokeWidth={bar} />
    </svg>
  );
}
