import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { endingLicensesQuery, unassignedAddonsQuery } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { pendingUsersQuery } from '#api/users.ts';
import { unassignedAddonsPath } from '#features/addons/addons.paths.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { usersPath } from '#features/users/users.paths.ts';
import { listText } from '#text/lists.ts';
import { welcomeText } from '#text/welcome.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';

/** What an administrator of the account may have to look at, each the way to it. */
export function Attention() {
  const scope = useSelectedAccount();
  const users = useQuery(pendingUsersQuery(scope));
  const licenses = useQuery(endingLicensesQuery(scope));
  const addons = useQuery(unassignedAddonsQuery(scope));
  const error = users.error ?? licenses.error ?? addons.error;
  const retry = (): void => {
    for (const query of [users, licenses, addons]) if (query.error) void query.refetch();
  };
  return (
    <section className="kh-attention" aria-label={welcomeText.attention}>
      <h2>{welcomeText.attention}</h2>
      <ErrorAlert error={error} onRetry={retry} />
      <ul>
        <Item
          to={`${usersPath}?search=Pending`}
          count={users.data}
          text={welcomeText.pendingUsers}
          failed={users.isError}
        />
        <Item
          to={`${licensesPath}?sort=expiry`}
          count={licenses.data}
          text={welcomeText.endingLicenses}
          failed={licenses.isError}
        />
        <Item
          to={unassignedAddonsPath}
          count={addons.data?.total}
          text={welcomeText.unassignedAddons}
          failed={addons.isError}
        />
      </ul>
    </section>
  );
}

interface ItemProps {
  to: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** What the number counts. */
  text: (values: { count: number }) => string;
  failed: boolean;
}

/** The whole card leads there; only its last word is the link, so that nothing else is called like a screen. */
function Item({ to, count, text, failed }: ItemProps) {
  const id = useId();
  return (
    <li className="kh-panel kh-attention-item">
      <span className="kh-attention-count" data-none={count === 0 || undefined}>
        {count ?? (failed ? '–' : <Skeleton width={28} height={24} component="span" display="inline-block" />)}
      </span>
      <span id={id}>{text({ count: count ?? 0 })}</span>
      <Link to={to} aria-describedby={id}>
        {listText.show}
        <IconChevronRight size={16} aria-hidden="true" />
      </Link>
    </li>
  );
}
