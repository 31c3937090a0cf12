import { Box, Stack } from '@mantine/core';
import { type ReactNode, use } from 'react';
import looks from '#ui/theme/looks.module.css';
import { Mark } from '#ui/theme/mark.tsx';
import { DocumentTitle, ProductTitle } from './page.tsx';

interface CardPageProps {
  title: string;
  children: ReactNode;
  /** Rendered below the card, such as a link back. */
  footer?: ReactNode;
}

/** A public screen: a centred card, 20rem wide, with the logo above it. */
export function CardPage({ title, children, footer }: CardPageProps) {
  return (
    <Stack component="main" tabIndex={-1} align="center" gap={0} mih="100dvh" pt="max(32px, 14vh)" px={16} pb={48}>
      <DocumentTitle>{title}</DocumentTitle>
      <Stack align="center" gap="sm" mb={24} fz="lg" fw={600}>
        <Mark size={44} />
        <span>{use(ProductTitle)}</span>
      </Stack>
      <Box className={looks.panel} w="20rem" maw="100%" p={24} style={{ overflowWrap: 'anywhere' }}>
        <Box component="h1" mb={20} fz="xl" lh="1.75rem">
          {title}
        </Box>
        {children}
      </Box>
      {footer && <Box mt="md">{footer}</Box>}
    </Stack>
  );
}
