import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOpenRequest } from './open-request.ts';

interface Creation {
  /** The button of the screen that opens the dialog. */
  button: ReactNode;
  opened: boolean;
  close: () => void;
}

/** A list's one primary action: its button, and whether the dialog behind it is open. A link may ask for it too. */
export function useCreation(label: string): Creation {
  const [opened, setOpened] = useState(false);
  useOpenRequest(() => setOpened(true));
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
      {label}
    </Button>
  );
  return { button, opened, close: () => setOpened(false) };
}
