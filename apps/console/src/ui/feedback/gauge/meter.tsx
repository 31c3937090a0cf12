import styles from './meter.module.css';

interface MeterProps {
  /** What is measured, for screen readers. */
  label: string;
  value: number;
  max: number;
  /** The value in words. */
  text: string;
  /** Whether it shows a work in progress, and not a share. */
  progress?: boolean;
  tone?: 'blue' | 'yellow';
}

/** A share as a bar. The number stands beside it: the bar is never the only bearer of it. */
export function Meter({ label, value, max, text, progress = false, tone = 'blue' }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  const attributes = {
    role: progress ? 'progressbar' : 'meter',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': max,
    'aria-valuenow': Math.min(value, max),
    'aria-valuetext': text,
  };
  return (
    <div {...attributes} className={styles.track}>
      <div className={styles.bar} data-tone={tone} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
