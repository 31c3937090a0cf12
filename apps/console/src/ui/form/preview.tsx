import { Text } from '@mantine/core';

/** The consequences of a form before it is submitted; a line break separates sentences. */
export function Preview({ children }: { children: string }) {
  return (
    <Text role="status" px={14} py={10} bg="var(--kh-page)" bdrs="lg" style={{ whiteSpace: 'pre-line' }}>
      {children}
    </Text>
  );
}
