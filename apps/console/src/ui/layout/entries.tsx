import type { ReactNode } from 'react';
import styles from './entries.module.css';

/** A short list in a panel; each entry has its actions at the right. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}
