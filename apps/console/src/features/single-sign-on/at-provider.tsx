import { Text } from '@mantine/core';
import { effectiveBackend } from '#api/backend.ts';
import { singleSignOnText } from '#text/single-sign-on.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { Panel } from '#ui/layout/panel.tsx';

/** What has to be entered at the provider. */
export function AtProvider() {
  const base = `${effectiveBackend()}/auth/v1/sso`;
  return (
    <Panel heading={singleSignOnText.atProvider}>
      <Text c="dimmed">{singleSignOnText.atProviderAbout}</Text>
      <CopyableCode label={singleSignOnText.redirectAddress} text={`${base}/callback`} />
      <CopyableCode label={singleSignOnText.logoutAddress} text={`${base}/backchannel-logout`} />
    </Panel>
  );
}
