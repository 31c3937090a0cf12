import { Alert, type AlertProps } from '@mantine/core';
import type { ReactNode } from 'react';
import tones from '#ui/theme/tone.module.css';
import styles from './notice.module.css';

interface NoticeProps extends Pick<AlertProps, 'title' | 'icon' | 'mb'> {
  tone: 'red' | 'yellow' | 'green' | 'gray';
  children: ReactNode;
  /** A `status` is announced politely, an `alert` interrupts; red and yellow notices are alerts by default. */
  role?: 'alert' | 'status';
}

/** A message in the place it belongs to, on a tinted background. */
export function Notice({ tone, ...props }: NoticeProps) {
  const announced = { 'data-tone': tone, role: tone === 'red' || tone === 'yellow' ? 'alert' : 'status' };
  return (
    <Alert classNames={{ root: `${tones.tone} ${styles.notice}`, message: styles.message }} {...announced} {...props} />
  );
}
