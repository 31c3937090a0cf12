import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** A disabled button that shows the reason on hover and on focus, and therefore stays focusable. */
export function DisabledButton({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <Tooltip label={reason} maw={320}>
      <Button variant="filled" data-disabled aria-disabled="true" onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
