import type { ReactNode } from 'react';
import styles from './entries.module.css';

/** A few things of a panel, each with what can be done with it at the right. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}
