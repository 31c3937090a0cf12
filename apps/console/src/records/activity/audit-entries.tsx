import type { AuditRow } from '@keyhold/contract';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NameOf } from '#data/names/license-words.ts';
import { useNames } from '#data/names/use-names.ts';
import { activityWords, sentenceText } from '#i18n/text/activity.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import looks from '#ui/theme/looks.module.css';
import { activityOf, changesOf, type FieldChange, namesIn, rnsIn, valueText } from './audit-changes.ts';
import styles from './audit-entries.module.css';

interface AuditEntriesProps {
  rows: readonly AuditRow[];
  /** The account whose roles the entries name. */
  scope: AccountScope;
  /** Names the changed record of an entry, where the entries are of several. */
  subject?: (row: AuditRow) => ReactNode;
}

/** Entries of an audit log, with the names of the resources that they refer to. */
export function AuditEntries({ rows, scope, subject }: AuditEntriesProps) {
  const name = useNames(rnsIn(rows.map(changesOf)), scope, namesIn(rows));
  return (
    <ol>
      {rows.map((row) => (
        <AuditEntry key={`${row.account} ${row.seq}`} row={row} name={name} subject={subject?.(row)} />
      ))}
    </ol>
  );
}

function AuditEntry({ row, name, subject }: { row: AuditRow; name: NameOf; subject: ReactNode }) {
  const changes = changesOf(row);
  return (
    <li className={styles.entry}>
      <p>
        {sentenceText[row.action] ?? (
          <>
            <strong className={looks.strong}>{row['actor-name']}</strong> {activityOf(row)}
          </>
        )}{' '}
        <span className={looks.muted}>
          <RelativeDate value={row.on} />
        </span>
      </p>
      {subject}
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <Change key={change.label} change={change} name={name} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ change: { label, before, after }, name }: { change: FieldChange; name: NameOf }) {
  return (
    <>
      <dt className={looks.muted}>{label}</dt>
      <dd>
        {before !== undefined && (
          <>
            <del className={looks.muted}>{valueText(before, name)}</del>
            <span aria-hidden="true"> → </span>
            <VisuallyHidden>{activityWords.became}</VisuallyHidden>
          </>
        )}
        <ins>{valueText(after, name)}</ins>
      </dd>
    </>
  );
}
