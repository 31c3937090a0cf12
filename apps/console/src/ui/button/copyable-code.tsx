import { Group, Stack, Text } from '@mantine/core';
import looks from '#ui/theme/looks.module.css';
import { CopyButton } from './copy-button.tsx';

interface CopyableCodeProps {
  label: string;
  text: string;
  /** The text as it is easier to type; by default the text itself. */
  shown?: string;
  /** Completes the label of the button; by default the label of the text. */
  what?: string;
}

/** A labelled text in monospace, to be entered in another program, with a button that copies it. */
export function CopyableCode({ label, text, shown = text, what = label }: CopyableCodeProps) {
  return (
    <Stack gap={2} mt="sm">
      <Text c="dimmed">{label}</Text>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <code className={looks.mono} style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
          {shown}
        </code>
        <CopyButton text={text} what={what} />
      </Group>
    </Stack>
  );
}
