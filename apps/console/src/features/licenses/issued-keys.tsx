import { Box, Button, Group, Text } from '@mantine/core';
import { issuingText } from '#text/issuing.ts';
import { listText } from '#text/lists.ts';
import { canCopy, copyText } from '#ui/button/clipboard.ts';
import { csvOf } from '#ui/export/csv.ts';
import { downloadCsv } from '#ui/export/download.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';
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
  const copy = (): void => void copyText(keys.join('\n')).then(() => toastSuccess(listText.copied), toastFailure);
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
        <Button variant="filled" onClick={onDone} data-autofocus>
          {issuingText.done}
        </Button>
        {canCopy() && <Button onClick={copy}>{issuingText.copyKeys}</Button>}
        <Button onClick={save}>{issuingText.saveKeys}</Button>
      </Group>
    </>
  );
}
