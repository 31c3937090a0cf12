import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'red' | 'yellow' | 'green' | 'gray';
  title?: ReactNode;
  icon?: ReactNode;
  children: ReactNode;
  /** What is said politely, such as a success, is a `status`; everything else interrupts. */
  role?: 'alert' | 'status';
  mb?: MantineSpacing;
}

/** Something that has to be said where it belongs, on a tinted ground. */
export function Notice({ tone, role = 'alert', ...props }: NoticeProps) {
  return (
    <Alert classNames={{ root: styles.notice, message: styles.message }} data-tone={tone} role={role} {...props} />
  );
}
