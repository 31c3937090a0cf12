import { SegmentedControl } from '@mantine/core';
import { type UsageRange, usageRanges } from '#api/usage.ts';
import { historyText } from '#text/usage.ts';

const data = usageRanges.map((value) => ({ value, label: historyText.ranges[value] }));

export function RangeChoice({ value, onChange }: { value: UsageRange; onChange: (range: UsageRange) => void }) {
  return (
    <SegmentedControl
      size="xs"
      bg="var(--kh-hover)"
      bd="1px solid var(--kh-border)"
      aria-label={historyText.range}
      data={data}
      value={value}
      onChange={onChange}
      transitionDuration={0}
    />
  );
}
