import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts that are read and not edited, as a description list. */
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
