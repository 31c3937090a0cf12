import { calls } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import type { UserWithNames } from '#api/users.ts';
import { usersText } from '#text/users.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { Panel } from '#ui/panel.tsx';
import { Split } from '#ui/split.tsx';
import { toastSuccess } from '#ui/toast.tsx';

/** Sends a user who has no password yet another activation link; the earlier one stops working. */
export function UserResend({ user }: { user: UserWithNames }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.send(calls.sendActivationLink, { body: { user: user.rn, sendEmail: true, validDays: 30 } }),
    onSuccess: () => toastSuccess(usersText.resent),
  });
  return (
    <Split>
      <Panel>
        <ErrorAlert error={error} />
        <p className="kh-prose" style={{ marginTop: 0 }}>
          {usersText.resendHint(user.email)}
        </p>
        <Button aria-busy={isPending} onClick={() => !isPending && mutate()}>
          {isPending ? usersText.sending : usersText.resend}
        </Button>
      </Panel>
    </Split>
  );
}
