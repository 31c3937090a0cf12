import { calls, resourceIdOf } from '@keyhold/contract';
import { client } from '#api/client.ts';
import { useMay } from '#api/use-may.ts';
import { useAuthInfo } from '#api/use-session.ts';
import type { UserWithNames } from '#api/users.ts';
import { StatusSwitch } from '#panels/status-switch.tsx';
import { userStatusText, usersText } from '#text/users.ts';

/** Keeps a user from signing in, or lets them again. Nobody does that to themselves. */
export function UserStatus({ user, etag }: { user: UserWithNames; etag: string | null }) {
  const own = useAuthInfo().user.rn === user.rn;
  const may = useMay('iam:UpdateUserStatus');
  if (own || !may) return null;
  const inactive = user.status === 'Inactive';
  return (
    <StatusSwitch
      record={user}
      etag={etag}
      words={inactive ? userStatusText.activate : userStatusText.deactivate}
      danger={!inactive}
      change={(headers) => {
        const body = { status: inactive ? ('Active' as const) : ('Inactive' as const) };
        return client.send(calls.updateUserStatus, { params: { id: resourceIdOf(user.rn) }, body, headers });
      }}
      saved={usersText.updated}
    />
  );
}
