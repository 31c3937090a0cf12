import type { SingleSignOn } from '@keyhold/contract';
import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { directoryPath } from '#features/directory/directory.paths.ts';
import { securityPath } from '#features/security/security.paths.ts';
import { usersPath } from '#features/users/users.paths.ts';
import { formText, shellText } from '#i18n/text/every-page.ts';
import { singleSignOnText, usersText } from '#i18n/text/people.ts';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { screenLoader, useScreenQuery } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { effectiveBackend } from '#session/backend.ts';
import { type AccountScope, useSelectedAccount } from '#session/selected-account.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { QuietLink } from '#ui/button/quiet-link.tsx';
import { GoneContext } from '#ui/dialog/form-context.ts';
import { DirtyScopeContext, useDirtyScope } from '#ui/dialog/unsaved-changes.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { DetailPage, goneButton } from '#ui/layout/detail-page.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { AdmissionStep } from './admission-step.tsx';
import { DomainsStep } from './domains-step.tsx';
import { ProviderStep } from './provider-step.tsx';
import { currentConnection, noConnection, removeConnection, singleSignOnQuery } from './single-sign-on.data.ts';

export const loader = screenLoader(singleSignOnQuery);

const back = { to: usersPath, label: usersText.back };

/** The guided set-up of single sign-on of the selected account: the provider, the domains, and the admission. */
export default function SingleSignOnScreen() {
  const scope = useSelectedAccount();
  const query = useScreenQuery(singleSignOnQuery(scope));
  return (
    <DetailPage key={scope.accountId} query={query} kind="account" title={singleSignOnText.title} back={back}>
      {(of) => (
        <>
          <PageHeader
            title={singleSignOnText.title}
            under={singleSignOnText.about}
            back={back}
            action={
              <Group gap="sm">
                <QuietLink to={securityPath}>{shellText.security}</QuietLink>
                <QuietLink to={directoryPath}>{shellText.directory}</QuietLink>
              </Group>
            }
          />
          <Split side={<AtProvider />}>
            <Steps scope={scope} found={of} />
          </Split>
        </>
      )}
    </DetailPage>
  );
}

const later = <Text c="dimmed">{singleSignOnText.later}</Text>;

/** The steps; those after the first need a connection. Its creation is based on the version of having none. */
function Steps({ scope, found }: { scope: AccountScope; found: Version<SingleSignOn | null> }) {
  const edits = useDirtyScope();
  const [version, setVersion] = useState(found);
  const { item, etag } = version;
  const of = item && { item, etag };
  const removed = of !== null && found.item === null;
  // Input for a connection that is removed meanwhile stays readable.
  useLayoutEffect(() => {
    if (!removed || !(edits.isDirty() || edits.isBusy())) setVersion(found);
  }, [found, removed, edits]);
  return (
    <DirtyScopeContext value={edits}>
      <GoneContext value={removed ? goneButton : null}>
        {removed && (
          <Notice tone="red" title={singleSignOnText.removedMeanwhile} mb="md">
            <p>{singleSignOnText.removedTyped}</p>
            <Button size="xs" mt="sm" onClick={() => setVersion(found)}>
              {formText.discard}
            </Button>
          </Notice>
        )}
        <Panel heading={singleSignOnText.provider}>
          <ProviderStep scope={scope} of={of ?? { item: noConnection, etag }} connected={of !== null && !removed} />
        </Panel>
        <Panel heading={singleSignOnText.domains}>{of ? <DomainsStep scope={scope} of={of} /> : later}</Panel>
        <Panel heading={singleSignOnText.admission}>{of ? <AdmissionStep scope={scope} of={of} /> : later}</Panel>
        {of && !removed && (
          <ConfirmButton
            label={singleSignOnText.remove}
            mt="md"
            words={{
              title: singleSignOnText.removeTitle,
              body: singleSignOnText.removeBody,
              confirm: singleSignOnText.remove,
            }}
            danger
            change={{ ...of, intent: 'remove' as const }}
            send={(change) => removeConnection({ ...change, scope })}
            current={() => currentConnection(scope)}
          />
        )}
      </GoneContext>
    </DirtyScopeContext>
  );
}

/** The values to enter at the provider. */
function AtProvider() {
  const base = `${effectiveBackend()}/auth/v1/sso`;
  return (
    <Panel heading={singleSignOnText.atProvider}>
      <Text c="dimmed">{singleSignOnText.atProviderAbout}</Text>
      <CopyableCode label={singleSignOnText.redirectAddress} text={`${base}/callback`} />
      <CopyableCode label={singleSignOnText.logoutAddress} text={`${base}/backchannel-logout`} />
    </Panel>
  );
}
