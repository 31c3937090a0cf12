import { resourceIdOf, type SecondFactorPolicy } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fullName } from '#data/users.ts';
import { userPath } from '#features/users/users.paths.ts';
import { securityText } from '#i18n/text/people.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { Entries } from '#ui/layout/entries.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';
import { withoutFactorQuery } from './security.data.ts';

/** The users without a second factor, among those whom the policy covers, or among all without a policy. */
export function WithoutFactor({ scope, policy }: { scope: AccountScope; policy: SecondFactorPolicy }) {
  const among = policy === 'off' ? 'everyone' : policy;
  const { data, error, refetch } = useQuery(withoutFactorQuery(scope, among));
  if (!data) return <NotLoaded error={error} refetch={refetch} height={180} />;
  const none = policy === 'off' ? securityText.nobodyWithoutOff : securityText.nobodyWithout;
  const about = policy === 'off' ? securityText.withoutOff : securityText.withoutAbout;
  const more = data.total - data.items.length;
  return (
    <Panel heading={securityText.without}>
      {data.total === 0 ? (
        <Text>{none}</Text>
      ) : (
        <>
          <Text c="dimmed" mb={4}>
            {about}
          </Text>
          <Entries>
            {data.items.map((user) => (
              <li key={user.rn}>
                <div>
                  <Link className={looks.link} to={userPath(resourceIdOf(user.rn))}>
                    {fullName(user) || user.email}
                  </Link>
                  <p className={looks.muted}>{user.email}</p>
                </div>
              </li>
            ))}
          </Entries>
          {more > 0 && (
            <Text c="dimmed" mt="sm">
              {securityText.more({ count: more })}
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}
