import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '#api/accounts.ts';
import { registeredApplicationsPath } from '#features/registered-applications/registered-applications.paths.ts';
import { issuingText } from '#text/issuing.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { listText } from '#text/lists.ts';
import { shellText } from '#text/shell.ts';
import { canCopy, copyText } from '#ui/button/clipboard.ts';
import { QuietButton, QuietLink } from '#ui/button/quiet-link.tsx';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useOpenRequest } from '#ui/dialog/open-request.ts';
import { downloadCsv } from '#ui/export/csv.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';
import { IssueAddons, IssueLicenses } from './issue-forms.tsx';
import { LeaseTimesDialog } from './lease-times-dialog.tsx';

type What = 'licenses' | 'addons';

const texts = {
  licenses: { title: issuingText.issueLicenses, issued: issuingText.issuedLicenses },
  addons: { title: issuingText.issueAddons, issued: issuingText.issuedAddons },
};

/** The actions of provider staff: issuing to the selected account, and what belongs to products: their applications, and their lease times. */
export function IssueActions({ accountId }: { accountId: string }) {
  const [opened, setOpened] = useState(false);
  const [what, setWhat] = useState<What>('licenses');
  const [timing, setTiming] = useState(false);
  const [keys, setKeys] = useState<string[] | null>(null);
  const { data } = useQuery(accountQuery(accountId));
  const open = (kind: What): void => {
    setWhat(kind);
    setKeys(null);
    setOpened(true);
  };
  useOpenRequest((name) => (name === 'timings' ? setTiming(true) : open(name === 'addons' ? 'addons' : 'licenses')));
  const close = (): void => setOpened(false);
  const Issue = what === 'licenses' ? IssueLicenses : IssueAddons;
  return (
    <>
      <Group gap="sm">
        <QuietLink to={registeredApplicationsPath}>{shellText.applications}</QuietLink>
        <QuietButton onClick={() => setTiming(true)}>{leaseTimesText.title}</QuietButton>
        <Button onClick={() => open('addons')}>{issuingText.issueAddons}</Button>
        <Button variant="filled" onClick={() => open('licenses')}>
          {issuingText.issueLicenses}
        </Button>
      </Group>
      <FormModal opened={opened} onClose={close} title={texts[what].title}>
        {keys ? (
          <IssuedKeys keys={keys} title={texts[what].issued({ count: keys.length })} file={what} onDone={close} />
        ) : (
          <Issue accountId={accountId} accountName={data?.item.name ?? ''} onIssued={setKeys} />
        )}
      </FormModal>
      <LeaseTimesDialog opened={timing} onClose={() => setTiming(false)} />
    </>
  );
}

interface IssuedKeysProps {
  keys: readonly string[];
  title: string;
  /** The name of the saved file. */
  file: string;
  onDone: () => void;
}

/** The keys that were just issued, to copy or save. */
function IssuedKeys({ keys, title, file, onDone }: IssuedKeysProps) {
  const copy = (): void => void copyText(keys.join('\n')).then(() => toastSuccess(listText.copied), toastFailure);
  const rows = keys.map((key) => [key]);
  const save = (): void => downloadCsv(file, [issuingText.key], rows);
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
        <Button variant="filled" onClick={onDone} data-autofocus>
          {issuingText.done}
        </Button>
        {canCopy() && <Button onClick={copy}>{issuingText.copyKeys}</Button>}
        <Button onClick={save}>{issuingText.saveKeys}</Button>
      </Group>
    </>
  );
}
