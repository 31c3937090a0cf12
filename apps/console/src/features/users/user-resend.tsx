import { Button, Text } from '@mantine/core';
import type { UserWithNames } from '#api/users.ts';
import { usersText } from '#text/users.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { resendLink } from './users.data.ts';

/** Sends a user who has no password yet another activation link; the earlier one stops working. */
export function UserResend({ user }: { user: UserWithNames }) {
  const { busy, error, run } = useRun();
  return (
    <Split>
      <Panel>
        <ErrorAlert error={error} />
        <Text maw="72ch" mb={14}>
          {usersText.resendHint({ email: user.email })}
        </Text>
        <Button variant="filled" aria-busy={busy} onClick={() => void run(() => resendLink(user))}>
          {busy ? usersText.sending : usersText.resend}
        </Button>
      </Panel>
    </Split>
  );
}
