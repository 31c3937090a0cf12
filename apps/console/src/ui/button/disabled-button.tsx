import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** A button that cannot be used, and says why on hover and on focus: so it stays focusable. */
export function DisabledButton({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <Tooltip label={reason} maw={320}>
      <Button variant="filled" data-disabled aria-disabled="true" onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
