import { type calls, type Directory, type OutputOf, resourceIdOf } from '@keyhold/contract';
import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { serviceAccountPath, serviceAccountsPath } from '#features/service-accounts/service-accounts.paths.ts';
import { singleSignOnPath } from '#features/single-sign-on/single-sign-on.paths.ts';
import { usersPath } from '#features/users/users.paths.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { shellText } from '#i18n/text/every-page.ts';
import { directoryText, tokensText, usersText } from '#i18n/text/people.ts';
import { CreateToken } from '#parts/service-accounts/create-token.tsx';
import { createToken } from '#parts/service-accounts/service-accounts.data.ts';
import { screenLoader, useScreenQuery } from '#screens/screen-loader.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { CreateButton, FormButton } from '#ui/dialog/form-button.tsx';
import { useSecretDialog } from '#ui/dialog/secret-dialog.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import looks from '#ui/theme/looks.module.css';
import { ConnectDirectory, directoryTokenDays } from './connect-directory.tsx';
import { directoriesQuery } from './directory.data.ts';
import { DirectoryFailures } from './directory-failures.tsx';

export const loader = screenLoader(directoriesQuery);

const back = { to: usersPath, label: usersText.back };

/** The directories that manage the users of the selected account, and the address and token that they need. */
export default function DirectoryScreen() {
  const scope = useSelectedAccount();
  const query = useScreenQuery(directoriesQuery(scope));
  return (
    <DetailPage key={scope.accountId} query={query} kind="account" title={directoryText.title} back={back}>
      {(found) => <Directories scope={scope} found={found} />}
    </DetailPage>
  );
}

type Found = OutputOf<typeof calls.listDirectories>;

function Directories({ scope, found }: { scope: AccountScope; found: Found }) {
  const { items: directories, 'base-address': address } = found;
  const showSecret = useSecretDialog(
    { ...tokensText, secretTitle: directoryText.atDirectory, secretOnce: directoryText.tokenOnce },
    <>
      <CopyableCode label={directoryText.address} text={address} />
      <Text c="dimmed" mt="sm" mb={2}>
        {directoryText.token}
      </Text>
    </>,
  );
  return (
    <>
      <PageHeader
        title={directoryText.title}
        under={directoryText.about}
        back={back}
        action={
          <Group gap="sm">
            <QuietLink to={singleSignOnPath}>{shellText.singleSignOn}</QuietLink>
            <QuietLink to={serviceAccountsPath}>{shellText.serviceAccounts}</QuietLink>
            <CreateButton label={directoryText.connectOne}>
              <ConnectDirectory scope={scope} onSecret={showSecret} />
            </CreateButton>
          </Group>
        }
      />
      <Split side={<AtDirectory address={address} />}>
        {directories.length === 0 ? (
          <Panel>
            <EmptyState title={directoryText.noneTitle} hint={directoryText.noneHint} inside />
          </Panel>
        ) : (
          directories.map((directory) => (
            <OneDirectory key={directory.rn} directory={directory} onSecret={showSecret} />
          ))
        )}
      </Split>
    </>
  );
}

/** The values to enter at the directory. */
function AtDirectory({ address }: { address: string }) {
  return (
    <Panel heading={directoryText.atDirectory}>
      <CopyableCode label={directoryText.address} text={address} />
      <Text c="dimmed" mt="sm">
        {directoryText.token}
      </Text>
      <Text>{directoryText.tokenHint}</Text>
      <Link className={looks.link} to={serviceAccountsPath}>
        {directoryText.toServiceAccounts}
      </Link>
    </Panel>
  );
}

/** A directory: what it manages, its last activity, and its refused requests. */
function OneDirectory({ directory, onSecret }: { directory: Directory; onSecret: (secret: string) => void }) {
  const time = (value: string | null) => (value ? <RelativeDate value={value} /> : directoryText.never);
  const { rn } = directory;
  const id = `directory-${resourceIdOf(rn)}`;
  return (
    <Panel labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Text id={id} component="h2" fw={600}>
          <Link className={looks.link} to={serviceAccountPath(resourceIdOf(rn))}>
            {directory.name}
          </Link>
        </Text>
        <FormButton
          size="xs"
          label={tokensText.newOne}
          aria-label={directoryText.newTokenFor({ name: directory.name })}
          title={tokensText.createTitle}
        >
          <CreateToken
            make={(body) => createToken({ rn, body })}
            defaultDays={directoryTokenDays}
            onSecret={onSecret}
          />
        </FormButton>
      </Group>
      <Facts
        facts={[
          { label: directoryText.users, value: formatNumber(directory.users) },
          { label: directoryText.groups, value: formatNumber(directory.groups) },
          { label: directoryText.lastChange, value: time(directory['last-change-on']) },
          { label: directoryText.lastRequest, value: time(directory['last-used-on']) },
        ]}
      />
      <DirectoryFailures failures={directory.failures} />
    </Panel>
  );
}
