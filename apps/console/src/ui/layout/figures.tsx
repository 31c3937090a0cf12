import type { ReactNode } from 'react';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
}

/** A few numbers that sum something up, side by side. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
