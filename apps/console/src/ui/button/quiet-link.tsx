import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const quiet = { variant: 'subtle', color: 'gray', size: 'compact-sm', fw: 500 } as const;

/** An unobtrusive link beside the actions of a screen that leads to a related one. */
export function QuietLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} {...quiet}>
      {children}
    </Button>
  );
}

/** A button with the same look, for something that opens on this screen. */
export function QuietButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button {...quiet} onClick={onClick}>
      {children}
    </Button>
  );
}
