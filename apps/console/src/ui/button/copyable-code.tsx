import { Group, Stack, Text } from '@mantine/core';
import looks from '#ui/theme/looks.module.css';
import { CopyButton } from './copy-button.tsx';

/** A labelled text in monospace, to be entered in another program, with a button that copies it. */
export function CopyableCode({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap={2} mt="sm">
      <Text c="dimmed">{label}</Text>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <code className={looks.mono} style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
          {text}
        </code>
        <CopyButton text={text} what={label} />
      </Group>
    </Stack>
  );
}
