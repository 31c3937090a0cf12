import { Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import looks from '#ui/theme/looks.module.css';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  done: number;
  total: number;
  /** The counts in words: `Importing 120 of 300…`. */
  label: string;
  /** What can be done meanwhile, such as stopping. */
  action?: ReactNode;
}

/** How far long work is, in counts and as a bar. */
export function ProgressBar({ done, total, label, action }: ProgressBarProps) {
  const id = useId();
  return (
    <div>
      <Group justify="space-between" gap="4px 16px" mih={30} mb={6}>
        <span id={id} className={looks.numbers}>
          {label}
        </span>
        {action}
      </Group>
      <progress className={styles.bar} value={done} max={Math.max(total, 1)} aria-labelledby={id} />
    </div>
  );
}
