import type { UsageInterval } from '#data/usage.ts';
import { calendarFormat, formatNumber } from '#i18n/locale/formats.ts';

/** One number for each hour or day of a chart. */
interface Series {
  label: string;
  values: readonly number[];
}

/** The data of a chart over hours or days, in chronological order. */
export interface ChartData {
  interval: UsageInterval;
  /** When each hour or day begins. */
  starts: readonly string[];
  /** Shown as an outline. */
  outline: Series;
  /** Shown as a filled area inside the outline. */
  fill?: Series | undefined;
  /** An upper limit, such as the number of licenses. */
  limit?: { label: string; value: number } | undefined;
  /** Counts of events, marked below the plot. */
  marks?: Series | undefined;
  /** Formats a number of the outline or the fill. */
  format: (value: number) => string;
}

const steps = [1, 2, 5];

/** The labels of the height axis: at most six whole numbers, from 0 to at least the highest value. */
export function heightTicks(highest: number): number[] {
  const wanted = Math.max(1, highest) / 5;
  let step = 1;
  for (let index = 0; step < wanted; index += 1) step = (steps[index % 3] ?? 1) * 10 ** Math.floor(index / 3);
  const count = Math.ceil(Math.max(1, highest) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The SVG path of values as steps, each as wide as its hour or day. */
export function stepLine(values: readonly number[], ceiling: number, width: number, height: number): string {
  if (values.length === 0) return '';
  const x = (index: number): string => round((index / values.length) * width);
  const y = (value: number): string => round(height - (value / ceiling) * height);
  const line = values.map((value, index) => (index === 0 ? `M0 ${y(value)}` : `H${x(index)}V${y(value)}`));
  return `${line.join('')}H${round(width)}`;
}

/** The SVG path of the area below {@link stepLine}. */
export function stepArea(values: readonly number[], ceiling: number, width: number, height: number): string {
  return values.length === 0 ? '' : `${stepLine(values, ceiling, width, height)}V${height}H0Z`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const room = { hour: 52, day: 66 };
const strides = { hour: [1, 2, 3, 6, 12, 24, 48], day: [1, 2, 3, 5, 7, 10, 15] };
const longDays = 45;

/** The time labels below a chart, where an hour or a day begins: as many as fit, at round times. */
export function timeTicks({ starts, interval }: Pick<ChartData, 'starts' | 'interval'>, width: number) {
  const most = Math.max(1, Math.floor(width / room[interval]));
  if (interval === 'day' && starts.length > longDays) return monthTicks(starts, most);
  const stride = strides[interval].find((each) => starts.length / each <= most) ?? strides[interval].at(-1) ?? 1;
  return starts.flatMap((start, index) => {
    const time = new Date(start);
    if (interval === 'day') return (starts.length - 1 - index) % stride === 0 ? [{ index, label: dayLabel(time) }] : [];
    const round = stride < 24 ? time.getUTCHours() % stride === 0 : (Date.parse(start) / 3_600_000) % stride === 0;
    if (!round) return [];
    return [{ index, label: time.getUTCHours() === 0 ? weekdayLabel(time) : `${hourOf(time)}:00` }];
  });
}

function monthTicks(starts: readonly string[], most: number) {
  const months = starts.flatMap((start, index) => {
    const time = new Date(start);
    return time.getUTCDate() === 1
      ? [{ index, label: (time.getUTCMonth() === 0 ? monthOfYear : monthName)(time) }]
      : [];
  });
  const stride = Math.ceil(months.length / most);
  return months.filter((_, index) => index % stride === 0);
}

const monthName = calendarFormat({ month: 'short' });
const monthOfYear = calendarFormat({ month: 'short', year: 'numeric' });
const dayLabel = calendarFormat({ day: 'numeric', month: 'short' });
const weekdayLabel = calendarFormat({ weekday: 'short', day: 'numeric' });
const wholeDay = calendarFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

function hourOf(time: Date): string {
  return String(time.getUTCHours()).padStart(2, '0');
}

/** An hour or a day in words: `Tue, 10 Feb 2026`, `Tue, 10 Feb 2026, 14:00–15:00`. */
export function bucketLabel(start: string, interval: UsageInterval): string {
  const time = new Date(start);
  const date = wholeDay(time);
  if (interval === 'day') return date;
  const next = new Date(time.getTime() + 3_600_000);
  return `${date}, ${hourOf(time)}:00–${hourOf(next)}:00`;
}

/** The numbers of one hour or day, as lines of label and value. */
export function readingOf(data: ChartData, index: number): { label: string; value: string }[] {
  const { outline, fill, marks, format } = data;
  return [outline, fill, marks]
    .filter((series) => series !== undefined)
    .map((series) => {
      const words = series === marks ? formatNumber : format;
      return { label: series.label, value: words(series.values[index] ?? 0) };
    });
}
