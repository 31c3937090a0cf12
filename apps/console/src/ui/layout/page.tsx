import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '#i18n/locale/formats.ts';
import looks from '#ui/theme/looks.module.css';

/** The product's configured title, for document titles. */
export const ProductTitle = createContext('');

/** The document title of a screen: its content, then the product. */
export function DocumentTitle({ children }: { children: string }) {
  const product = use(ProductTitle);
  return <title>{product ? `${children} · ${product}` : children}</title>;
}

interface PageHeaderProps {
  /** The document title; also the heading, unless `heading` is set. */
  title: string;
  heading?: ReactNode;
  /** The number of entries of a list, shown beside its heading; undefined until it is known. */
  count?: number | undefined;
  /** Rendered beside the heading, such as a status. */
  aside?: ReactNode;
  /** Rendered under the heading: the full key or name. */
  under?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  back?: { to: string; label: string };
}

/** The head of a screen: the back link, the one `h1`, and the one primary action. */
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

/** State that a list's row passes to the link to its detail, so that the back link restores the list. */
export interface FromList {
  list?: string;
}

/** The link back to a list. */
export function BackLink({ to, label }: { to: string; label: string }) {
  const { state }: { state: FromList | null } = useLocation();
  return (
    <Anchor component={Link} to={to + (state?.list ?? '')} display="inline-block" mb={6} fz="xs" bdrs="sm" c="dimmed">
      <Group gap={6} mih={24}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {label}
      </Group>
    </Anchor>
  );
}
