import { Alert, type AlertProps } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps extends Pick<AlertProps, 'title' | 'icon' | 'mb'> {
  tone: 'red' | 'yellow' | 'green' | 'gray';
  children: ReactNode;
  /** A `status` is said politely, an `alert` interrupts: red and yellow ones do, unless said. */
  role?: 'alert' | 'status';
}

/** Something that has to be said where it belongs, on a tinted ground. */
export function Notice({ tone, ...props }: NoticeProps) {
  const usual = { 'data-tone': tone, role: tone === 'red' || tone === 'yellow' ? 'alert' : 'status' };
  return <Alert classNames={{ root: styles.notice, message: styles.message }} {...usual} {...props} />;
}
