import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  tone: 'red' | 'yellow' | 'green' | 'gray';
  title?: ReactNode;
  icon?: ReactNode;
  children: ReactNode;
  /** What is said politely, such as a success, is a `status`; everything else interrupts. */
  role?: 'alert' | 'status';
  className?: string;
}

/** Something that has to be said where it belongs, on a tinted ground. */
export function Notice({ tone, className = '', role = 'alert', ...props }: NoticeProps) {
  return <Alert className={`kh-notice ${className}`} data-tone={tone} role={role} color={tone} {...props} />;
}
