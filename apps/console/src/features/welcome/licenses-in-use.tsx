import type { calls, OutputOf, ProductSummary } from '@keyhold/contract';
import { summaryDays } from '@keyhold/contract';
import { Anchor, Box, Group, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { nameOfProduct } from '#api/usage-people.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { inFigures } from '#locale/formats.ts';
import { overviewText } from '#text/usage.ts';
import { welcomeText } from '#text/welcome.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import looks from '#ui/theme/looks.module.css';
import { DayBars } from './day-bars.tsx';
import { DeskRows } from './desk-card.tsx';
import styles from './welcome.module.css';

interface LicensesInUseProps {
  /** Undefined until it is known. */
  summary: OutputOf<typeof calls.getSummary> | undefined;
  failed: boolean;
}

/** How many licenses are in use, and were lately, by product. */
export function LicensesInUse({ summary, failed }: LicensesInUseProps) {
  const known = summary?.licenses;
  const waiting = failed ? '–' : <Skeleton height="1.6rem" width={64} />;
  return (
    <Box
      component="section"
      className={`${looks.panel} ${styles.desk}`}
      p="md"
      aria-label={welcomeText.inUse}
      data-desk
    >
      <Group justify="space-between" align="stretch" gap={0}>
        <h2>{welcomeText.inUse}</h2>
        <Anchor component={Link} to={usagePath} className={styles.show} fw={500} aria-label={welcomeText.showUsage}>
          {welcomeText.show}
        </Anchor>
      </Group>
      <Figures
        figures={[
          {
            label: overviewText.inUse,
            value: known ? overviewText.of({ used: known['in-use'], all: known.total }) : waiting,
          },
          {
            label: overviewText.neverUsed,
            value: known ? (
              <Link to={`${usagePath}?tab=licenses&filter=unused`} className={styles.figure}>
                {inFigures(known['never-used'])}
              </Link>
            ) : (
              waiting
            ),
          },
        ]}
      />
      <DeskRows
        rows={summary?.products}
        failed={failed}
        rowKey={({ product }) => product}
        row={(product) => (
          <ProductRow product={product} name={nameOfProduct(summary?.resources ?? {}, product.product)} />
        )}
        empty={overviewText.noLicensesHint}
      />
    </Box>
  );
}

function ProductRow({ product, name }: { product: ProductSummary; name: string }) {
  const { licenses, peaks } = product;
  const peak = Math.max(0, ...peaks);
  return (
    <div className={styles.product}>
      <Link to={`${usagePath}?search=${encodeURIComponent(name)}`} className={`${looks.cut} ${looks.link}`}>
        {name}
      </Link>
      <DayBars values={peaks} limit={licenses} />
      <span className={looks.numbers}>{welcomeText.inUseOf({ used: product['in-use'], all: licenses })}</span>
      <span className={`${styles.peak} ${looks.muted} ${looks.numbers}`}>
        {(peak === 0 ? welcomeText.noPeak : welcomeText.peak)({ peak, days: summaryDays })}
        {licenses > 0 && peak >= licenses && <Badge tone="yellow">{overviewText.allTaken}</Badge>}
      </span>
    </div>
  );
}
