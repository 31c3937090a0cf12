import { Fragment, type ReactNode } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import styles from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Read-only facts, as a description list. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** When a record was created, and when it was last updated. */
export function recordDates(record: Readonly<Record<'created-on' | 'updated-on', string>>): Fact[] {
  return [
    { label: listText.createdOn, value: <RelativeDate value={record['created-on']} /> },
    { label: listText.updatedOn, value: <RelativeDate value={record['updated-on']} /> },
  ];
}
