import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '#api/accounts.ts';
import { registeredApplicationsPath } from '#features/registered-applications/registered-applications.paths.ts';
import { issuingText } from '#text/issuing.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { shellText } from '#text/shell.ts';
import { QuietButton, QuietLink } from '#ui/button/quiet-link.tsx';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { useOpenRequest } from '#ui/dialog/open-request.ts';
import { IssueAddons } from './issue-addons.tsx';
import { IssueLicenses } from './issue-licenses.tsx';
import { IssuedKeys } from './issued-keys.tsx';
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
        {(cancel) =>
          keys ? (
            <IssuedKeys keys={keys} title={texts[what].issued({ count: keys.length })} file={what} onDone={close} />
          ) : (
            <Issue accountId={accountId} accountName={data?.item.name ?? ''} cancel={cancel} onIssued={setKeys} />
          )
        }
      </FormModal>
      <LeaseTimesDialog opened={timing} onClose={() => setTiming(false)} />
    </>
  );
}
