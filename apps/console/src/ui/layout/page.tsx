import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '#locale/formats.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './page.module.css';

/** The product's configured title, for the documents' titles. */
export const ProductTitle = createContext('');

/** The document's title of a screen: what it shows, then the product. */
export function DocumentTitle({ children }: { children: string }) {
  const product = use(ProductTitle);
  return <title>{product ? `${children} · ${product}` : children}</title>;
}

interface PageHeaderProps {
  /** Names the document; also the heading, unless `heading` says it differently. */
  title: string;
  heading?: ReactNode;
  /** How many there are of what a list holds, beside its heading; nothing until it is known. */
  count?: number | undefined;
  /** Stands beside the heading, such as a status. */
  aside?: ReactNode;
  /** Stands under the heading: the thing's key or name in full. */
  under?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  back?: { to: string; label: string };
}

/** Head of a screen: the link back, the one `h1`, and the one primary action. */
export function PageHeader({ title, heading, count, aside, under, action, back }: PageHeaderProps) {
  return (
    <Box mb={20}>
      <DocumentTitle>{title}</DocumentTitle>
      {back && <BackLink {...back} />}
      <Group justify="space-between" gap="8px 16px" mih={36}>
        <Group gap="4px 12px" miw={0}>
          <Box component="h1" lts="-0.01em">
            {heading ?? title}
          </Box>
          {count !== undefined && (
            <Text span fz="lg" c="dimmed" className={looks.numbers}>
              {formatNumber(count)}
            </Text>
          )}
          {aside}
        </Group>
        {action}
      </Group>
      {under && (
        <Group gap="4px 12px" mt={8} c="dimmed" data-under>
          {under}
        </Group>
      )}
    </Box>
  );
}

/** State a list's row gives to the link of its detail, so that the link back finds the list as it was. */
export interface FromList {
  list?: string;
}

function BackLink({ to, label }: { to: string; label: string }) {
  const { state }: { state: FromList | null } = useLocation();
  return (
    <Anchor component={Link} to={to + (state?.list ?? '')} className={styles.back} c="dimmed">
      <IconArrowLeft size={16} aria-hidden="true" />
      {label}
    </Anchor>
  );
}
