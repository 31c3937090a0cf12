import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { formatNumber } from '#i18n/locale/formats.ts';
import { historyText } from '#i18n/text/licensing.ts';
import styles from './time-chart.module.css';
import {
  bucketLabel,
  type ChartData,
  heightTicks,
  readingOf,
  stepArea,
  stepLine,
  timeTicks,
} from './time-chart-shape.ts';

/** Space around the plot in px: the height labels at the left, the time labels and the marks below. */
const left = 34;
const below = 22;
const markLane = 12;
const above = 8;
/** Half the width of a time label, in px. */
const edge = 22;

interface TimeChartProps {
  /** What the chart shows; read aloud. */
  label: string;
  data: ChartData;
  /** In px. */
  height: number;
}

/**
 * A chart over hours or days. The pointer and the arrow keys select an hour or a day and show its numbers. Screen
 * readers announce them; the same numbers are available as a table.
 */
export function TimeChart({ label, data, height }: TimeChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointedAt, setActive] = useState<number | null>(null);
  const count = data.starts.length;
  // New data may be shorter.
  const active = pointedAt !== null && pointedAt < count ? pointedAt : null;
  const plot = {
    width: Math.max(0, width - left - 1),
    height: height - above - below - (data.marks ? markLane : 0),
  };
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    setActive(Math.min(count - 1, Math.max(0, Math.floor((x / plot.width) * count))));
  };
  return (
    <div className={styles.chart} ref={ref} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setActive(null)}
        >
          <g transform={`translate(${left} ${above})`}>
            <Plot data={data} {...plot} active={active} />
          </g>
        </svg>
      )}
      <input
        type="range"
        className={styles.walk}
        aria-label={historyText.walk({ chart: label })}
        aria-valuetext={active === null ? undefined : spoken(data, active)}
        min={0}
        max={Math.max(0, count - 1)}
        value={active ?? Math.max(0, count - 1)}
        onChange={(event) => setActive(Number(event.currentTarget.value))}
        onFocus={() => setActive(count - 1)}
        onBlur={() => setActive(null)}
      />
      {active !== null && width > 0 && (
        <Reading data={data} index={active} at={left + ((active + 0.5) / count) * plot.width} width={width} />
      )}
    </div>
  );
}

function spoken(data: ChartData, index: number): string {
  const values = readingOf(data, index).map(({ label, value }) => `${label} ${value}`);
  return [bucketLabel(data.starts[index] ?? '', data.interval), ...values].join(', ');
}

interface PlotProps {
  data: ChartData;
  width: number;
  height: number;
  active: number | null;
}

function Plot({ data, width, height, active }: PlotProps) {
  const { outline, fill, limit, marks } = data;
  const ticks = heightTicks(Math.max(limit?.value ?? 0, ...outline.values));
  const ceiling = ticks.at(-1) ?? 1;
  const y = (value: number): number => height - (value / ceiling) * height;
  const slot = width / Math.max(1, data.starts.length);
  const markWidth = Math.max(2, Math.min(8, slot * 0.6));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line stroke="var(--kh-line)" x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={-8} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {active !== null && <rect fill="var(--kh-hover)" x={active * slot} width={slot} height={height} />}
      <path fill="var(--kh-chart-ground)" d={stepArea(outline.values, ceiling, width, height)} />
      {fill && <path fill="var(--kh-chart-fill)" d={stepArea(fill.values, ceiling, width, height)} />}
      <path
        d={stepLine(outline.values, ceiling, width, height)}
        fill="none"
        stroke="var(--kh-chart-outline)"
        strokeWidth={1.5}
      />
      {limit && (
        <line
          x2={width}
          y1={y(limit.value)}
          y2={y(limit.value)}
          stroke="var(--mantine-color-dimmed)"
          strokeWidth={1.5}
          strokeDasharray="5 4"
        />
      )}
      {marks?.values.map((value, index) =>
        value > 0 ? (
          <rect
            key={data.starts[index]}
            fill="var(--kh-chart-mark)"
            x={(index + 0.5) * slot - markWidth / 2}
            y={height + 4}
            width={markWidth}
            height={7}
            rx={1}
          />
        ) : null,
      )}
      <TimeLabels data={data} slot={slot} width={width} y={height + (marks ? markLane : 0)} />
    </>
  );
}

/** Labels a day below its middle, an hour at its start; labels at the edges stay inside the plot. */
function TimeLabels({ data, slot, width, y }: { data: ChartData; slot: number; width: number; y: number }) {
  return timeTicks(data, width).map(({ index, label }) => {
    const x = index * slot + (data.interval === 'day' ? slot / 2 : 0);
    const anchor = x < edge ? 'start' : x > width - edge ? 'end' : 'middle';
    return (
      <text key={index} x={anchor === 'middle' ? x : anchor === 'start' ? 0 : width} y={y + 16} textAnchor={anchor}>
        {label}
      </text>
    );
  });
}

/** The numbers of the selected hour or day. */
function Reading({ data, index, at, width }: { data: ChartData; index: number; at: number; width: number }) {
  const side = at > width / 2 ? { right: width - at + 12 } : { left: at + 12 };
  return (
    <div className={styles.reading} style={side} aria-hidden="true" data-reading>
      <strong>{bucketLabel(data.starts[index] ?? '', data.interval)}</strong>
      {readingOf(data, index).map(({ label, value }) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
    </div>
  );
}
