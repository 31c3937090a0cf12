import { Box, Flex, Group, Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactElement, useId } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import looks from '#ui/theme/looks.module.css';
import styles from './welcome.module.css';

interface DeskRowsProps {
  /** List items; undefined while they load. */
  rows: readonly ReactElement[] | undefined;
  failed: boolean;
  /** The text shown when there are no rows. */
  empty: string;
}

interface DeskCardProps extends DeskRowsProps {
  /** The total number, of which the rows are the first; undefined while it loads. */
  count: number | undefined;
  /** The text that describes the count. */
  text: (values: { count: number }) => string;
  /** The path of the whole list; undefined where no screen has it. */
  to?: string;
}

/** One matter of the desk: the count, the first few rows, and a link to all. Its height does not depend on them. */
export function DeskCard({ count, text, to, ...rows }: DeskCardProps) {
  const id = useId();
  const unknown = rows.failed ? '–' : <Skeleton width={28} height={24} component="span" display="inline-block" />;
  return (
    <Box component="li" className={looks.panel} miw={0} px={16} pt={12} pb={8} data-desk>
      <Group gap={8} mih={32} pb={8} fz="xs" wrap="nowrap" style={{ borderBottom: '1px solid var(--kh-line)' }}>
        <Flex
          component="span"
          align="center"
          h={32}
          lh="2rem"
          fz="xl"
          className={looks.numbers}
          {...(count === 0 ? { c: 'dimmed' } : { fw: 600 })}
        >
          {count === undefined ? unknown : formatNumber(count)}
        </Flex>
        <Box component="span" flex={1} miw={0} id={id}>
          {text({ count: count ?? 0 })}
        </Box>
        {to && (
          <Flex component={Link} to={to} align="center" gap={2} className={looks.link} aria-describedby={id}>
            {listText.show}
            <IconChevronRight size={16} aria-hidden="true" />
          </Flex>
        )}
      </Group>
      <DeskRows {...rows} />
    </Box>
  );
}

/** Rows of the desk, in a space that is reserved while they load. */
export function DeskRows({ rows, failed, empty }: DeskRowsProps) {
  if (!rows) {
    return (
      <div className={styles.rows} {...(!failed && { role: 'status', 'aria-label': listText.loading })}>
        {!failed && [70, 55, 62].map((width) => <Skeleton key={width} height={14} my={13} width={`${width}%`} />)}
      </div>
    );
  }
  if (rows.length > 0) return <ul className={styles.rows}>{rows}</ul>;
  return (
    <Box component="p" className={styles.rows} display="grid" c="dimmed" ta="center" style={{ placeContent: 'center' }}>
      {empty}
    </Box>
  );
}
