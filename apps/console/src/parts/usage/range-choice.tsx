import { SegmentedControl } from '@mantine/core';
import { type UsageRange, usageRanges } from '#data/usage.ts';
import { historyText } from '#i18n/text/licensing.ts';

interface RangeChoiceProps {
  value: UsageRange;
  onChange: (range: UsageRange) => void;
  ranges?: readonly UsageRange[];
}

export function RangeChoice({ value, onChange, ranges = usageRanges }: RangeChoiceProps) {
  const offered = ranges.filter((each) => each !== 'fortnight' || each === value);
  return (
    <SegmentedControl
      size="xs"
      maw="100%"
      bg="var(--kh-hover)"
      bd="1px solid var(--kh-border)"
      aria-label={historyText.range}
      data={offered.map((each) => ({ value: each, label: historyText.ranges[each] }))}
      value={value}
      onChange={onChange}
      transitionDuration={0}
    />
  );
}
