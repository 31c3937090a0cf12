import { Box } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import looks from '#ui/theme/looks.module.css';
import styles from './disclosure.module.css';

interface DisclosureProps {
  title: string;
  /** Mounted only while it is open, so that nothing is fetched before. */
  children: ReactNode;
}

/** A block of a screen that is closed until the user opens it. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="section" className={looks.panel} mt={16} aria-label={title}>
      <h2>
        <button
          type="button"
          className={styles.head}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
          {title}
        </button>
      </h2>
      <Box id={id} hidden={!open} px="var(--kh-inset)" pb="var(--kh-inset)">
        {open && children}
      </Box>
    </Box>
  );
}
