import { Flex, Text } from '@mantine/core';
import looks from '#ui/theme/looks.module.css';
import type { Fact } from './facts.tsx';

/** A few summary numbers, side by side. */
export function Figures({ figures }: { figures: readonly Fact[] }) {
  return (
    <Flex component="dl" wrap="wrap" gap="12px 40px" mb="md">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" fz="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" className={looks.numbers} fz="1.125rem" fw={600} lh="1.6rem">
            {value}
          </Text>
        </div>
      ))}
    </Flex>
  );
}
