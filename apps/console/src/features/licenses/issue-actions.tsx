import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '#api/accounts.ts';
import { registeredApplicationsPath } from '#features/registered-applications/registered-applications.paths.ts';
import { issuingText } from '#text/issuing.ts';
import { shellText } from '#text/shell.ts';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { IssueAddons, IssueLicenses } from './issue-forms.tsx';
import { LeaseTimesButton } from './lease-times-dialog.tsx';

/** The actions of provider staff: issuing to the selected account, and what belongs to products: their applications, and their lease times. */
export function IssueActions({ accountId }: { accountId: string }) {
  const { data } = useQuery(accountQuery(accountId));
  const account = { accountId, accountName: data?.item.name ?? '' };
  return (
    <Group gap="sm">
      <QuietLink to={registeredApplicationsPath}>{shellText.applications}</QuietLink>
      <LeaseTimesButton />
      <FormButton label={issuingText.issueAddons} request="addons">
        <IssueAddons {...account} />
      </FormButton>
      <FormButton variant="filled" label={issuingText.issueLicenses} request="licenses">
        <IssueLicenses {...account} />
      </FormButton>
    </Group>
  );
}
