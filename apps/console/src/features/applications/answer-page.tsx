import { Anchor, Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { signOut } from '#api/sign-out.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { applicationsText } from '#text/applications.ts';
import { CardPage } from '#ui/layout/card-page.tsx';

/** A card that says as whom one answers. Signing out there leads to a sign-in as another user, and back. */
export function AnswerPage({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useAuthInfo();
  const footer = (
    <Text ta="center" maw="20rem" style={{ overflowWrap: 'anywhere' }}>
      {applicationsText.signedInAs({ email: user.email })}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={signOut}>
        {applicationsText.another}
      </Anchor>
    </Text>
  );
  return (
    <CardPage title={title} footer={footer}>
      {children}
    </CardPage>
  );
}

/** What is shown while it is asked who wants to sign in. */
export function Looking() {
  return (
    <Group role="status" aria-busy="true" gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden="true" />
      <Text>{applicationsText.looking}</Text>
    </Group>
  );
}
