import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

interface SplitProps {
  /** The main content of the screen. */
  children: ReactNode;
  /** Additional content beside it, or below it in narrow windows. */
  side?: ReactNode;
}

/** The two columns of a detail screen. The main column is the same in every tab, with or without a side column. */
export function Split({ children, side }: SplitProps) {
  return (
    <Flex direction={{ base: 'column', lg: 'row' }} gap={16}>
      <Box flex={1} miw={0}>
        {children}
      </Box>
      <Box w={{ lg: 340 }} flex="none">
        {side}
      </Box>
    </Flex>
  );
}

/** The two columns, each in a panel. */
export function SplitPanels({ children, side }: SplitProps) {
  return (
    <Split side={side && <Panel>{side}</Panel>}>
      <Panel>{children}</Panel>
    </Split>
  );
}
