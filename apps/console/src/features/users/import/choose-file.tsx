import { peopleColumns } from '@keyhold/client/sheet/people-columns.ts';
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { importText } from '#i18n/text/people.ts';
import { downloadCsv } from '#lists/columns/csv.ts';
import { QuietButton } from '#ui/button/quiet-link.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import styles from './choose-file.module.css';
import type { ImportWork } from './import-work.ts';
import { columnName } from './problem-words.ts';

/** The files that are read. */
const kinds = '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values';

/** Takes a file or pasted cells. */
export function ChooseFile({ work }: { work: ImportWork }) {
  const [typed, setTyped] = useState('');
  const read = (text: string): void => {
    if (text.trim() !== '') work.open(new Blob([text]), importText.pasted);
  };
  useWindowEvent('paste', (event) => {
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!file && !/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    if (file) work.open(file, file.name);
    else read(text);
  });
  const saveTemplate = (): void => downloadCsv(importText.templateName, peopleColumns.map(columnName), []);
  return (
    <Panel>
      <Stack align="center" gap="xs" className={styles.drop}>
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden="true" />
        <Text component="h2" fw={600}>
          {importText.drop}
        </Text>
        <Text c="dimmed" maw="60ch" ta="center">
          {importText.dropHint}
        </Text>
        <Group gap="sm" justify="center" mt="xs">
          <FileButton accept={kinds} onChange={(file) => file && work.open(file, file.name)}>
            {(props) => (
              <Button variant="filled" {...props}>
                {importText.choose}
              </Button>
            )}
          </FileButton>
          <QuietButton onClick={saveTemplate}>{importText.template}</QuietButton>
        </Group>
      </Stack>
      <Textarea
        label={importText.paste}
        description={importText.pasteHint}
        mt="lg"
        minRows={3}
        autosize
        maxRows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && (
        <Button mt="sm" onClick={() => read(typed)}>
          {importText.read}
        </Button>
      )}
    </Panel>
  );
}
