import { type AccountCount, type calls, type OutputOf, resourceIdOf, summaryDays } from '@keyhold/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { providerSummaryQuery } from '#data/summary.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { webhooksPath } from '#features/webhooks/webhooks.paths.ts';
import { formatList, formatNumber } from '#i18n/locale/formats.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { useFollowAccounts } from '#server/live/followed-accounts.ts';
import { addressInAccount, useOwnIds } from '#session/selected-account.ts';
import { RelativeDate, RelativeDay } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import looks from '#ui/theme/looks.module.css';
import { DeskCard } from './desk-card.tsx';
import styles from './welcome.module.css';
import { homePath } from './welcome.paths.ts';

type Summary = OutputOf<typeof calls.getProviderSummary>;

/** The state of all accounts together, for provider staff. */
export function ProviderDesk() {
  const { data, error, isError: failed, refetch } = useQuery(providerSummaryQuery);
  const counts = data ? [...data['by-account'], ...data['ending-by-account'], ...data['refusals-by-account']] : [];
  useFollowAccounts(counts.map(({ account }) => resourceIdOf(account)));
  const nameOf = (rn: string): string => data?.resources[rn]?.name ?? resourceIdOf(rn);
  const rows = <Row extends AccountCount>(
    list: readonly Row[] | undefined,
    to: string,
    beside: (row: Row) => ReactNode,
  ) =>
    list?.map((each) => (
      <li key={each.account}>
        <AccountLink account={each.account} to={to} name={nameOf(each.account)} />
        {beside(each)}
      </li>
    ));
  const number = ({ count }: AccountCount): ReactNode => <span className={looks.numbers}>{formatNumber(count)}</span>;
  return (
    <section className={styles.desk} aria-label={welcomeText.allAccounts}>
      <Box component="h2" fz="xl" lh="1.75rem">
        {welcomeText.allAccounts}
      </Box>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <ul className={styles.cards}>
        <DeskCard
          count={data?.['in-use'].licenses}
          text={({ count }) => welcomeText.inUseEverywhere({ count, accounts: data?.['in-use'].accounts ?? 0 })}
          failed={failed}
          rows={rows(data?.['by-account'], homePath, (each) => (
            <>
              <Share count={each.count} most={data?.['by-account'][0]?.count ?? 0} />
              {number(each)}
            </>
          ))}
          empty={welcomeText.nothingInUse}
        />
        <DeskCard
          count={data?.refusals.people}
          text={({ count }) => welcomeText.refused({ count, days: summaryDays })}
          failed={failed}
          rows={rows(data?.['refusals-by-account'], `${usagePath}?tab=refusals&range=fortnight`, ({ count }) => (
            <span className={`${looks.muted} ${looks.numbers}`}>{welcomeText.times({ count })}</span>
          ))}
          empty={welcomeText.nobodyRefused}
        />
        <DeskCard
          count={data?.ending.licenses}
          text={welcomeText.endingLicenses}
          failed={failed}
          rows={rows(data?.['ending-by-account'], `${licensesPath}?filter=ending&sort=expiry`, (each) => (
            <>
              {number(each)}
              <RelativeDay value={each.first} />
            </>
          ))}
          empty={welcomeText.nothingEnds}
        />
        <DeskCard
          count={data && data.mail.refused + data.webhooks.failing}
          text={welcomeText.failing}
          failed={failed}
          rows={
            data && [
              <Health key="mail" parts={mailParts(data.mail)} since={data.mail.oldest} />,
              <Health key="webhooks" parts={webhookParts(data.webhooks)} since={null} />,
              ...(rows(data['failing-by-account'], webhooksPath, ({ count }) => (
                <span className={looks.past}>{welcomeText.webhooksFail({ count })}</span>
              )) ?? []),
            ]
          }
          empty=""
        />
      </ul>
    </section>
  );
}

function mailParts({ waiting, refused }: Summary['mail']): string[] {
  return [
    waiting === 0 ? welcomeText.allSent : welcomeText.mailsWait({ count: waiting }),
    ...(refused > 0 ? [welcomeText.mailsRefused({ count: refused })] : []),
  ];
}

function webhookParts({ enabled, paused, waiting }: Summary['webhooks']): string[] {
  return [
    welcomeText.webhooks({ count: enabled + paused }),
    ...(paused > 0 ? [welcomeText.paused({ count: paused })] : []),
    ...(waiting > 0 ? [welcomeText.deliveriesWait({ count: waiting })] : []),
  ];
}

function Health({ parts, since }: { parts: readonly string[]; since: string | null }) {
  return (
    <li>
      <span className={looks.cut}>{formatList(parts)}</span>
      {since && <RelativeDate value={since} />}
    </li>
  );
}

/** The link to a screen of an account. */
function AccountLink({ account, to, name }: { account: string; to: string; name: string }) {
  const own = useOwnIds().accountId;
  const id = resourceIdOf(account);
  return (
    <Link to={id === own ? to : addressInAccount(to, id)} className={`${looks.cut} ${looks.link}`}>
      {name}
    </Link>
  );
}

/** A bar of a value relative to the largest one of the list. */
function Share({ count, most }: { count: number; most: number }) {
  return (
    <Box w={96} h={6} bdrs={3} bg="var(--kh-line)" style={{ overflow: 'hidden' }} aria-hidden="true">
      <Box h="100%" w={`${most === 0 ? 0 : (count / most) * 100}%`} bg="var(--mantine-primary-color-filled)" />
    </Box>
  );
}
