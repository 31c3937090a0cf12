import { Box, Stack } from '@mantine/core';
import { type ReactNode, use } from 'react';
import looks from '#ui/theme/looks.module.css';
import { Mark } from '#ui/theme/mark.tsx';
import styles from './card-page.module.css';
import { DocumentTitle, ProductTitle } from './page.tsx';

interface CardPageProps {
  title: string;
  children: ReactNode;
  /** Stands below the card, such as a link back. */
  footer?: ReactNode;
}

/** A public screen: a card 20rem wide in the middle of a quiet ground, the mark above it. */
export function CardPage({ title, children, footer }: CardPageProps) {
  return (
    <main className={styles.page}>
      <DocumentTitle>{title}</DocumentTitle>
      <Stack align="center" gap="sm" mb={24} fz="lg" fw={600}>
        <Mark size={44} />
        <span>{use(ProductTitle)}</span>
      </Stack>
      <div className={`${looks.panel} ${styles.card}`}>
        <h1>{title}</h1>
        {children}
      </div>
      {footer && <Box mt="md">{footer}</Box>}
    </main>
  );
}
