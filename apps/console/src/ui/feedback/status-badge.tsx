import type { ReactNode } from 'react';
import { wireWord } from '#i18n/text/wire.ts';
import tones from '#ui/theme/tone.module.css';
import styles from './status-badge.module.css';

export type Tone = 'green' | 'red' | 'yellow' | 'gray' | 'blue';

const toneOf: Readonly<Record<string, Tone>> = {
  Active: 'green',
  Inactive: 'red',
  Pending: 'gray',
  'In use': 'blue',
  Available: 'green',
  Suspended: 'red',
  Expired: 'red',
  delivered: 'green',
  failed: 'red',
  waiting: 'yellow',
};

/** A word on a tinted background; a dot marks a status. The colour is never the only information. */
export function Badge({ tone, dot = false, children }: { tone: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={`${tones.tone} ${styles.badge}`} data-tone={tone} data-dot={dot || undefined}>
      {children}
    </span>
  );
}

/** The status of an account, user, license or delivery, in the colour that belongs to it. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={toneOf[status] ?? 'gray'} dot>
      {wireWord(status)}
    </Badge>
  );
}
