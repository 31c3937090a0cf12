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
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { downloadCsv } from '#ui/export/csv.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';
import looks from '#ui/theme/looks.module.css';
import { IssueAddons, IssueLicenses, type IssueProps } from './issue-forms.tsx';
import { LeaseTimesDialog } from './lease-times-dialog.tsx';

/** The actions of provider staff: issuing to the selected account, and what belongs to products: their applications, and their lease times. */
export function IssueActions({ accountId }: { accountId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  useOpenRequest(setOpened);
  const close = (): void => setOpened(null);
  const { data } = useQuery(accountQuery(accountId));
  const account = { accountId, accountName: data?.item.name ?? '' };
  return (
    <>
      <Group gap="sm">
        <QuietLink to={registeredApplicationsPath}>{shellText.applications}</QuietLink>
        <QuietButton onClick={() => setOpened('timings')}>{leaseTimesText.title}</QuietButton>
        <Button onClick={() => setOpened('addons')}>{issuingText.issueAddons}</Button>
        <Button variant="filled" onClick={() => setOpened('licenses')}>
          {issuingText.issueLicenses}
        </Button>
      </Group>
      <FormModal opened={opened === 'licenses'} onClose={close} title={issuingText.issueLicenses}>
        <Issuing what="licenses" {...account} onDone={close} />
      </FormModal>
      <FormModal opened={opened === 'addons'} onClose={close} title={issuingText.issueAddons}>
        <Issuing what="addons" {...account} onDone={close} />
      </FormModal>
      <LeaseTimesDialog opened={opened === 'timings'} onClose={close} />
    </>
  );
}

const kinds = {
  licenses: { Issue: IssueLicenses, issued: issuingText.issuedLicenses },
  addons: { Issue: IssueAddons, issued: issuingText.issuedAddons },
};

interface IssuingProps extends DialogFormProps, Omit<IssueProps, 'onIssued'> {
  what: keyof typeof kinds;
}

/** The form that issues, then the keys. */
function Issuing({ what, onDone, ...account }: IssuingProps) {
  const [keys, setKeys] = useState<string[] | null>(null);
  const { Issue, issued } = kinds[what];
  if (!keys) return <Issue {...account} onIssued={setKeys} />;
  return <IssuedKeys keys={keys} title={issued({ count: keys.length })} file={what} onDone={onDone} />;
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
        <Button onClick={() => downloadCsv(file, [issuingText.key], rows)}>{issuingText.saveKeys}</Button>
      </Group>
    </>
  );
}
