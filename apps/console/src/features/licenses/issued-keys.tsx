import { Box, Button, Group, Text } from '@mantine/core';
import { issuingText } from '#text/issuing.ts';
import { csvOf } from '#ui/export/csv.ts';
import { downloadCsv } from '#ui/export/download.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';

interface IssuedKeysProps {
  keys: readonly string[];
  title: string;
  /** The name of the saved file. */
  file: string;
  onDone: () => void;
}

/** The keys that were just issued, to copy or save. */
export function IssuedKeys({ keys, title, file, onDone }: IssuedKeysProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(keys.join('\n'));
    toastSuccess(issuingText.copied);
  };
  const save = (): void => {
    const rows = keys.map((key) => [key]);
    downloadCsv(file, csvOf([issuingText.key], rows));
  };
  return (
    <>
      <Text role="status" mb={8} fw={500}>
        {title}
      </Text>
      <Box
        component="ul"
        className={looks.mono}
        mah={320}
        px={14}
        py={10}
        bd="1px solid var(--kh-border)"
        bdrs="lg"
        lh={1.6}
        style={{ overflow: 'auto' }}
        aria-label={issuingText.keys}
      >
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </Box>
      <Group mt="lg" gap="sm">
        <Button onClick={onDone} data-autofocus>
          {issuingText.done}
        </Button>
        {/* Browsers offer no clipboard on plain http; a button that cannot work is not shown. */}
        {navigator.clipboard && (
          <Button variant="default" onClick={() => void copy()}>
            {issuingText.copyKeys}
          </Button>
        )}
        <Button variant="default" onClick={save}>
          {issuingText.saveKeys}
        </Button>
      </Group>
    </>
  );
}
