import { Box, Button, Group, Text } from '@mantine/core';
import { use } from 'react';
import { issuingText } from '#i18n/text/licensing.ts';
import { downloadCsv } from '#lists/columns/csv.ts';
import { canCopy, copyWithToast } from '#ui/button/clipboard.ts';
import { DialogContext } from '#ui/dialog/form-context.ts';
import looks from '#ui/theme/looks.module.css';

/** The issued keys, to copy or to save as a file with this name. */
export function IssuedKeys({ keys, title, file }: { keys: readonly string[]; title: string; file: string }) {
  const dialog = use(DialogContext);
  const rows = keys.map((key) => [key]);
  return (
    <>
      <Text role="status" mb={8} fw={500}>
        {title}
      </Text>
      <Box component="ul" className={`${looks.mono} ${looks.code}`} mah={320} lh={1.6} aria-label={issuingText.keys}>
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </Box>
      <Group mt="lg" gap="sm">
        <Button variant="filled" onClick={() => dialog?.close?.()} data-autofocus>
          {issuingText.done}
        </Button>
        {canCopy() && <Button onClick={() => copyWithToast(keys.join('\n'))}>{issuingText.copyKeys}</Button>}
        <Button onClick={() => downloadCsv(file, [issuingText.key], rows)}>{issuingText.saveKeys}</Button>
      </Group>
    </>
  );
}
