import { Button, Group } from '@mantine/core';
import { issuingText } from '#text/issuing.ts';
import { csvOf } from '#ui/export/csv.ts';
import { downloadCsv } from '#ui/export/download.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import './issued-keys.css';

interface IssuedKeysProps {
  keys: readonly string[];
  /** How many of what were issued. */
  title: string;
  /** What the file is called. */
  file: string;
  onDone: () => void;
}

/** The keys that were just issued, to be taken along. */
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
      <p role="status" className="kh-issued-title">
        {title}
      </p>
      <ul className="kh-issued kh-mono" aria-label={issuingText.keys}>
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
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
