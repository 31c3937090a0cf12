import type { ReactNode } from 'react';
import looks from '#ui/theme/looks.module.css';
import styles from './panel.module.css';

interface PanelProps {
  heading?: string;
  /** The id of the child that names it. */
  labelledby?: string;
  children: ReactNode;
}

/** A bordered block of a screen, with an optional heading. */
export function Panel({ heading, labelledby, children }: PanelProps) {
  return (
    <section className={`${looks.panel} ${styles.block}`} aria-label={heading} aria-labelledby={labelledby}>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      {children}
    </section>
  );
}
