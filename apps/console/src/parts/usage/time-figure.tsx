import { Group, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#i18n/locale/formats.ts';
import { historyText } from '#i18n/text/licensing.ts';
import { QuietButton } from '#ui/button/quiet-link.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import { TimeChart } from './time-chart.tsx';
import { bucketLabel, type ChartData, readingOf } from './time-chart-shape.ts';
import styles from './time-figure.module.css';

export interface TimeFigureProps {
  title: string;
  level?: 2 | 3;
  /** Rendered between title and chart: the totals. */
  children?: ReactNode;
  data: ChartData;
  /** Shown instead of a chart without values. */
  empty: string;
  /** In px. */
  height?: number;
}

/** A titled chart with a legend, which can be switched to a table. */
export function TimeFigure({ title, level = 2, children, data, empty, height = 200 }: TimeFigureProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const Heading = `h${level}` as const;
  const nothing = [data.outline, data.marks].every((series) => !series?.values.some((value) => value > 0));
  return (
    <Panel labelledby={id}>
      <Group justify="space-between" align="start" gap="4px 16px" mb={12} me={-8}>
        <Heading id={id}>{title}</Heading>
        {!nothing && (
          <QuietButton onClick={() => setAsTable(!asTable)}>
            {asTable ? historyText.showChart : historyText.showTable}
          </QuietButton>
        )}
      </Group>
      {children}
      {nothing ? (
        <Text py={24} c="dimmed">
          {empty}
        </Text>
      ) : asTable ? (
        <TimeTable label={title} data={data} />
      ) : (
        <>
          <Legend data={data} />
          <TimeChart label={title} data={data} height={height} />
        </>
      )}
    </Panel>
  );
}

function Legend({ data: { outline, fill, limit, marks } }: { data: ChartData }) {
  const entries = {
    outline: outline.label,
    fill: fill?.label,
    limit: limit && historyText.legend({ label: limit.label, value: formatNumber(limit.value) }),
    mark: marks?.label,
  };
  return (
    <Group className={styles.legend} gap="4px 20px" mb={8} fz="xs" c="dimmed" aria-hidden="true">
      {Object.entries(entries).map(
        ([kind, label]) =>
          label && (
            <Group key={kind} gap={8}>
              <span data-kind={kind} />
              {label}
            </Group>
          ),
      )}
    </Group>
  );
}

/** The same numbers as a table, latest first. */
function TimeTable({ label, data }: { label: string; data: ChartData }) {
  const { starts, interval } = data;
  const rows = starts.map((start, index) => ({ start, values: readingOf(data, index) })).reverse();
  const columns: SmallColumn<(typeof rows)[number]>[] = [
    { header: historyText.time, cell: ({ start }) => bucketLabel(start, interval) },
    ...(rows[0]?.values ?? []).map(({ label: header }, column) => ({
      header,
      cell: ({ values }: (typeof rows)[number]) => values[column]?.value,
    })),
  ];
  return (
    <SmallTable
      label={historyText.asTable({ chart: label })}
      columns={columns}
      rows={rows}
      rowKey={({ start }) => start}
    />
  );
}
