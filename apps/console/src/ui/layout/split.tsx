import type { ReactNode } from 'react';
import styles from './split.module.css';

interface SplitProps {
  /** What the screen is for. */
  children: ReactNode;
  /** What is good to know beside it; below it where there is no room. */
  side?: ReactNode;
}

/** The two columns of a detail screen. Every tab of it has the same main column, with or without something beside it. */
export function Split({ children, side }: SplitProps) {
  return (
    <div className={styles.split}>
      <div>{children}</div>
      {side && <div>{side}</div>}
    </div>
  );
}
