import { type AccountCount, type calls, type OutputOf, resourceIdOf, summaryDays } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFollowAccounts } from '#api/followed-accounts.ts';
import { selectAccount, useOwnIds } from '#api/selected-account.ts';
import { providerSummaryQuery } from '#api/summary.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { webhooksPath } from '#features/webhooks/webhooks.paths.ts';
import { inFigures, listed } from '#locale/formats.ts';
import { welcomeText } from '#text/welcome.ts';
import { RelativeDate, RelativeDay } from '#ui/date/relative-date.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import looks from '#ui/theme/looks.module.css';
import { DeskCard } from './desk-card.tsx';
import styles from './welcome.module.css';
import { homePath } from './welcome.paths.ts';

type Summary = OutputOf<typeof calls.getProviderSummary>;

/** How things stand in all accounts together, for provider staff. */
export function ProviderDesk() {
  const { data, error, isError, refetch } = useQuery(providerSummaryQuery());
  const shown = data ? [...data['by-account'], ...data['ending-by-account'], ...data['refusals-by-account']] : [];
  useFollowAccounts(shown.map(({ account }) => resourceIdOf(account)));
  const failed = isError && !data;
  const nameOf = (rn: string): string => data?.resources[rn]?.name ?? resourceIdOf(rn);
  const rowKey = ({ account }: AccountCount): string => account;
  const row = (to: string, beside: (row: AccountCount) => ReactNode) => (each: AccountCount) => (
    <>
      <AccountLink account={each.account} to={to} name={nameOf(each.account)} />
      {beside(each)}
    </>
  );
  const number = ({ count }: AccountCount): ReactNode => <span className={looks.numbers}>{inFigures(count)}</span>;
  return (
    <section className={styles.desk} aria-label={welcomeText.allAccounts}>
      <h2 className={styles.title}>{welcomeText.allAccounts}</h2>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      <ul className={styles.cards}>
        <DeskCard
          count={data?.['in-use'].licenses}
          text={({ count }) => welcomeText.inUseEverywhere({ count, accounts: data?.['in-use'].accounts ?? 0 })}
          failed={failed}
          rows={data?.['by-account']}
          rowKey={rowKey}
          row={row(homePath, (each) => (
            <>
              <Share of={each.count} most={data?.['by-account'][0]?.count ?? 0} />
              {number(each)}
            </>
          ))}
          empty={welcomeText.nothingInUse}
        />
        <DeskCard
          count={data?.refusals.people}
          text={({ count }) => welcomeText.refused({ count, days: summaryDays })}
          failed={failed}
          rows={data?.['refusals-by-account']}
          rowKey={rowKey}
          row={row(`${usagePath}?tab=refusals&range=fortnight`, ({ count }) => (
            <span className={`${looks.muted} ${looks.numbers}`}>{welcomeText.times({ count })}</span>
          ))}
          empty={welcomeText.nobodyRefused}
        />
        <DeskCard
          count={data?.ending.licenses}
          text={welcomeText.endingLicenses}
          failed={failed}
          rows={data?.['ending-by-account']}
          rowKey={rowKey}
          row={(each) => (
            <>
              <AccountLink
                account={each.account}
                to={`${licensesPath}?filter=ending&sort=expiry`}
                name={nameOf(each.account)}
              />
              {number(each)}
              <RelativeDay value={each.first} />
            </>
          )}
          empty={welcomeText.nothingEnds}
        />
        <DeskCard
          count={data && data.mail.refused + data.webhooks.failing}
          text={welcomeText.failing}
          failed={failed}
          rows={data && ['mail', 'webhooks', ...data['failing-by-account'].map(({ account }) => account)]}
          rowKey={(each) => each}
          row={(each) => {
            if (each === 'mail') return <Mail {...(data as Summary).mail} />;
            if (each === 'webhooks') return <Webhooks {...(data as Summary).webhooks} />;
            const failing = data?.['failing-by-account'].find(({ account }) => account === each);
            return (
              <>
                <AccountLink account={each} to={webhooksPath} name={nameOf(each)} />
                <span className={looks.past}>{welcomeText.webhooksFail({ count: failing?.count ?? 0 })}</span>
              </>
            );
          }}
          empty=""
        />
      </ul>
    </section>
  );
}

function Mail({ waiting, refused, oldest }: Summary['mail']) {
  const parts = [
    waiting === 0 ? welcomeText.allSent : welcomeText.mailsWait({ count: waiting }),
    ...(refused > 0 ? [welcomeText.mailsRefused({ count: refused })] : []),
  ];
  return (
    <>
      <span className={looks.cut}>{listed(parts)}</span>
      {oldest && <RelativeDate value={oldest} />}
    </>
  );
}

function Webhooks({ enabled, paused, waiting }: Summary['webhooks']) {
  const parts = [
    welcomeText.webhooks({ count: enabled + paused }),
    ...(paused > 0 ? [welcomeText.paused({ count: paused })] : []),
    ...(waiting > 0 ? [welcomeText.deliveriesWait({ count: waiting })] : []),
  ];
  return <span className={looks.cut}>{listed(parts)}</span>;
}

/** Leads to a screen of an account, which is the selected one from then on. */
function AccountLink({ account, to, name }: { account: string; to: string; name: string }) {
  const navigate = useNavigate();
  const { accountId } = useOwnIds();
  const open = (): void => {
    const id = resourceIdOf(account);
    selectAccount(id === accountId ? null : id);
    void navigate(to);
  };
  return (
    <button type="button" className={`${looks.cut} ${looks.link} ${styles.account}`} onClick={open}>
      {name}
    </button>
  );
}

/** How much one of a list is beside the most of it. */
function Share({ of, most }: { of: number; most: number }) {
  return (
    <span className={styles.share} aria-hidden="true">
      <span style={{ width: `${most === 0 ? 0 : (of / most) * 100}%` }} />
    </span>
  );
}
