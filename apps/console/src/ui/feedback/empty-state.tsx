import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import looks from '#ui/theme/looks.module.css';

/** An illustration of an empty list: two rows and a keyhole. */
function Drawing() {
  return (
    <svg width="120" height="80" viewBox="0 0 120 80" fill="none" aria-hidden="true">
      <g stroke="var(--kh-drawing)" strokeWidth="2" strokeLinecap="round">
        <rect x="17" y="9" width="86" height="62" rx="8" fill="var(--kh-panel)" />
        <path d="M17 27h86M29 18h10M47 18h22" />
        <path d="M29 39h20M29 51h14M29 61h22" strokeDasharray="4 5" />
      </g>
      <path
        d="M82 36a8 8 0 0 0-4.3 14.75l-2 9.1c-.2.9.5 1.75 1.4 1.75h9.8c.9 0 1.6-.85 1.4-1.75l-2-9.1A8 8 0 0 0 82 36z"
        fill="var(--kh-drawing)"
      />
    </svg>
  );
}

export interface EmptyWords {
  title: string;
  hint?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

interface EmptyStateProps extends EmptyWords {
  /** Whether it is inside a panel already. */
  inside?: boolean;
}

/** Replaces an empty list: an illustration, a sentence, and the action that creates an entry. */
export function EmptyState({ title, hint, action, inside = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" px="md" py={48} ta="center" {...(!inside && { className: looks.panel })}>
      <Drawing />
      <Text fw={600} mt="xs">
        {title}
      </Text>
      {hint && (
        <Text c="dimmed" maw="72ch">
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  );
}
