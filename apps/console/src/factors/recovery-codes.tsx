import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { factorsText } from '#text/factors.ts';
import { listText } from '#text/lists.ts';
import { download } from '#ui/export/download.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
  doneLabel: string;
}

/** New recovery codes, shown this once, to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onDone, doneLabel }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Text mb="sm">{factorsText.codesOnce}</Text>
      <div data-print className={styles.sheet}>
        <p className={styles.printed}>{factorsText.codesTitle}</p>
        <ul className={`${looks.mono} ${looks.code} ${styles.codes}`} aria-label={factorsText.codesTitle}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs" mt="md">
        {/* Browsers offer no clipboard on plain http; a button that cannot work is not shown. */}
        {navigator.clipboard && (
          <Button variant="default" size="xs" onClick={() => void copy()}>
            {copied ? listText.copied : factorsText.copyCodes}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => download(factorsText.codesFile, text, 'text/plain')}>
          {factorsText.downloadCodes}
        </Button>
        <Button variant="default" size="xs" onClick={() => window.print()}>
          {factorsText.printCodes}
        </Button>
      </Group>
      <Button mt="lg" fullWidth onClick={onDone}>
        {doneLabel}
      </Button>
    </>
  );
}
