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
import { IssueAddons, IssueLicenses } from './issue-forms.tsx';
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
        <IssueLicenses {...account} onDone={close} />
      </FormModal>
      <FormModal opened={opened === 'addons'} onClose={close} title={issuingText.issueAddons}>
        <IssueAddons {...account} onDone={close} />
      </FormModal>
      <LeaseTimesDialog opened={opened === 'timings'} onClose={close} />
    </>
  );
}
