import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import { factorsText } from '#i18n/text/factors.ts';
import { canCopy, copyText } from '#ui/button/clipboard.ts';
import { download } from '#ui/button/download.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
  doneLabel: string;
}

/** New recovery codes, shown only once, with buttons to copy, download and print them. */
export function RecoveryCodes({ codes, onDone, doneLabel }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const { error, run } = useRun();
  const text = `${codes.join('\n')}\n`;
  const copy = (): void =>
    void run(async () => {
      setCopied(false);
      await copyText(text);
      setCopied(true);
    });
  return (
    <>
      <Text mb="sm">{factorsText.codesOnce}</Text>
      <ErrorAlert error={error} />
      <div data-print className={styles.sheet}>
        <p className={styles.printed}>{factorsText.codesTitle}</p>
        <ul className={`${looks.mono} ${looks.code} ${styles.codes}`} aria-label={factorsText.codesTitle}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs" mt="md">
        {canCopy() && (
          <Button size="xs" onClick={copy}>
            {copied ? listText.copied : factorsText.copyCodes}
          </Button>
        )}
        <Button size="xs" onClick={() => download(factorsText.codesFile, text, 'text/plain')}>
          {factorsText.downloadCodes}
        </Button>
        <Button size="xs" onClick={() => window.print()}>
          {factorsText.printCodes}
        </Button>
      </Group>
      <Button variant="filled" mt="lg" fullWidth onClick={onDone}>
        {doneLabel}
      </Button>
    </>
  );
}
