import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
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

/** The two columns as a panel each. */
export function SplitPanels({ children, side }: SplitProps) {
  return (
    <Split side={side && <Panel>{side}</Panel>}>
      <Panel>{children}</Panel>
    </Split>
  );
}
