import { isServiceAccount, resourceIdOf, type ServiceAccount, summaryDays, type User } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { keyOf, unassignedAddonsSource } from '#data/licenses.ts';
import { nameOfProduct, personIn, personText } from '#data/names/usage-people.ts';
import { endingLicensesQuery, pendingUsersQuery, summaryQuery } from '#data/summary.ts';
import { unassignedAddonsPath } from '#features/addons/addons.paths.ts';
import { licensePath, licensesPath } from '#features/licenses/licenses.paths.ts';
import { serviceAccountPath } from '#features/service-accounts/service-accounts.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { userPath, usersPath } from '#features/users/users.paths.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { reasonText } from '#i18n/text/licensing.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { RelativeDate, RelativeDay } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import looks from '#ui/theme/looks.module.css';
import { DeskCard } from './desk-card.tsx';
import { LicensesInUse } from './licenses-in-use.tsx';
import styles from './welcome.module.css';

/** The state of the selected account, and the matters that may need its administrator's attention. */
export function AccountDesk() {
  const scope = useSelectedAccount();
  const summary = useQuery(summaryQuery(scope));
  const users = useQuery(pendingUsersQuery(scope));
  const licenses = useQuery(endingLicensesQuery(scope));
  const addons = useQuery(listingQuery(unassignedAddonsSource(scope)));
  const failed = [summary, users, licenses, addons].filter(({ error }) => error);
  const retry = (): void => {
    for (const query of failed) void query.refetch();
  };
  const { data } = summary;
  return (
    <>
      <ErrorAlert error={failed[0]?.error} onRetry={retry} />
      <LicensesInUse />
      <section className={styles.desk} aria-label={welcomeText.attention}>
        <h2>{welcomeText.attention}</h2>
        <ul className={styles.cards}>
          <DeskCard
            to={`${usagePath}?tab=refusals&range=fortnight`}
            count={data?.refusals.people}
            text={({ count }) => welcomeText.refused({ count, days: summaryDays })}
            failed={summary.isError}
            rows={data?.denials.map(({ user, product, reason, 'last-on': last }) => (
              <li key={`${user} ${product} ${reason}`}>
                <span className={looks.cut}>
                  <PersonLink person={personIn(data.resources, user)} />{' '}
                  <span className={looks.muted}>
                    {nameOfProduct(data.resources, product)} · {reasonText[reason]}
                  </span>
                </span>
                <RelativeDate value={last} />
              </li>
            ))}
            empty={welcomeText.nobodyRefused}
          />
          <DeskCard
            to={`${licensesPath}?filter=ending&sort=expiry`}
            count={licenses.data?.total}
            text={welcomeText.endingLicenses}
            failed={licenses.isError}
            rows={licenses.data?.items.map((license) => (
              <li key={license.rn}>
                <span className={looks.cut}>
                  <Link to={licensePath(keyOf(license))} className={looks.link}>
                    {license.certificate.product.name}
                  </Link>{' '}
                  <span className={`${looks.muted} ${looks.mono}`}>{keyOf(license)}</span>
                </span>
                {license.certificate.expiry.date && <RelativeDay value={license.certificate.expiry.date} />}
              </li>
            ))}
            empty={welcomeText.nothingEnds}
          />
          <DeskCard
            to={`${usersPath}?filter=pending`}
            count={users.data?.total}
            text={welcomeText.pendingUsers}
            failed={users.isError}
            rows={users.data?.items.map((user) => (
              <li key={user.rn}>
                <span className={looks.cut}>
                  <PersonLink person={user} /> <span className={looks.muted}>{user.email}</span>
                </span>
                <RelativeDate value={user['created-on']} />
              </li>
            ))}
            empty={welcomeText.allActivated}
          />
          <DeskCard
            to={unassignedAddonsPath}
            count={addons.data?.total}
            text={welcomeText.unassignedAddons}
            failed={addons.isError}
            rows={addons.data?.items.slice(0, 5).map((addon) => (
              <li key={addon.rn}>
                <span className={looks.cut}>{addon.certificate.addon.name}</span>
                <span className={`${looks.muted} ${looks.mono}`}>{keyOf(addon)}</span>
              </li>
            ))}
            empty={welcomeText.allAssigned}
          />
        </ul>
      </section>
    </>
  );
}

type LinkedPerson = Pick<User, 'rn' | 'email' | 'first-name' | 'last-name'>;

/** The name of a user or service account, with a link unless they were deleted. */
function PersonLink({ person }: { person: LinkedPerson | ServiceAccount | null }) {
  if (!person) return personText(person);
  const path = isServiceAccount(person.rn) ? serviceAccountPath : userPath;
  return (
    <Link to={path(resourceIdOf(person.rn))} className={looks.link}>
      {personText(person)}
    </Link>
  );
}
