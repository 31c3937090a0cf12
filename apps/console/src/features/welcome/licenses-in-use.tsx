import { type ProductSummary, summaryDays } from '@keyhold/contract';
import { Box, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { nameOfProduct } from '#data/names/usage-people.ts';
import { usePools } from '#data/pools.ts';
import { summaryQuery } from '#data/summary.ts';
import { poolsPath } from '#features/pools/pools.paths.ts';
import { usagePath } from '#features/usage/usage.paths.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { overviewText, poolsText } from '#i18n/text/licensing.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import looks from '#ui/theme/looks.module.css';
import { DeskRows } from './desk-card.tsx';
import styles from './welcome.module.css';

/** The number of licenses in use, now and recently, by product. */
export function LicensesInUse() {
  const scope = useSelectedAccount();
  const { data: summary, isError: failed } = useQuery(summaryQuery(scope));
  const pools = usePools(scope) ?? [];
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
      <Group justify="space-between" align="baseline" gap={0}>
        <h2>{welcomeText.inUse}</h2>
        <Text component={Link} to={usagePath} className={looks.link} fz="xs">
          {welcomeText.show}
        </Text>
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
              <Link
                to={`${usagePath}?tab=licenses&filter=unused`}
                style={{ color: 'inherit', textDecorationColor: 'var(--mantine-color-dimmed)' }}
              >
                {formatNumber(known['never-used'])}
              </Link>
            ) : (
              waiting
            ),
          },
          ...(pools.length > 0
            ? [
                {
                  label: poolsText.title,
                  value: (
                    <Link
                      to={poolsPath}
                      style={{ color: 'inherit', textDecorationColor: 'var(--mantine-color-dimmed)' }}
                    >
                      {formatNumber(pools.length)}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      <DeskRows
        rows={summary?.products.map((product) => (
          <ProductRow
            key={product.product}
            product={product}
            name={nameOfProduct(summary.resources, product.product)}
          />
        ))}
        failed={failed}
        empty={overviewText.noLicensesHint}
      />
    </Box>
  );
}

function ProductRow({ product, name }: { product: ProductSummary; name: string }) {
  const { licenses, peaks } = product;
  const peak = Math.max(0, ...peaks);
  return (
    <li>
      <div className={styles.product}>
        <Link to={`${usagePath}?search=${encodeURIComponent(name)}`} className={`${looks.cut} ${looks.link}`}>
          {name}
        </Link>
        <DayBars values={peaks} limit={licenses} />
        <span className={looks.numbers}>{welcomeText.inUseOf({ used: product['in-use'], all: licenses })}</span>
        <span className={`${looks.inline} ${looks.muted} ${looks.numbers}`}>
          {(peak === 0 ? welcomeText.noPeak : welcomeText.peak)({ peak, days: summaryDays })}
          {licenses > 0 && peak >= licenses && <Badge tone="yellow">{overviewText.allTaken}</Badge>}
        </span>
      </div>
    </li>
  );
}

interface DayBarsProps {
  /** One value for each day, the oldest first. */
  values: readonly number[];
  /** The maximum of the scale; a higher value raises it. */
  limit: number;
}

const [step, bar, height] = [8, 5, 24];

/** One small bar per day. The text beside them contains the same information. */
function DayBars({ values, limit }: DayBarsProps) {
  const top = Math.max(1, limit, ...values);
  const width = values.length * step;
  const lines = values.map((value, day) => {
    // A day without use is a thin line, and any use is visible.
    const tall = value === 0 ? 1 : Math.max(2, (value / top) * height);
    return `M${day * step + bar / 2} ${height}v${-tall}`;
  });
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <path d={lines.join('')} stroke="var(--mantine-primary-color-filled)" strokeWidth={bar} />
    </svg>
  );
}
