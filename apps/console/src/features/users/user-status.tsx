import type { Version } from '#api/change.ts';
import { useMay } from '#api/use-may.ts';
import { useAuthInfo } from '#api/use-session.ts';
import type { UserWithNames } from '#api/users.ts';
import { StatusSwitch } from '#confirmation/status-switch.tsx';
import { userStatusText } from '#text/users.ts';
import { currentUser, setUserStatus } from './users.data.ts';

/** Keeps a user from signing in, or lets them again. Nobody does that to themselves. */
export function UserStatus({ of }: { of: Version<UserWithNames> }) {
  const own = useAuthInfo().user.rn === of.item.rn;
  const may = useMay('iam:UpdateUserStatus');
  if (own || !may) return null;
  const inactive = of.item.status === 'Inactive';
  return (
    <StatusSwitch
      of={of}
      words={inactive ? userStatusText.activate : userStatusText.deactivate}
      to={inactive ? 'Active' : 'Inactive'}
      danger={!inactive}
      send={setUserStatus}
      current={() => currentUser(of.item)}
    />
  );
}
