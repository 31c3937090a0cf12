import type { Cost } from './contest.ts';
import type { Ratio } from './duel.ts';
import type { Line } from './part.ts';

/** A line and the name of its part. */
export type Row = Line & { readonly part: string };

/** Formats the lines as a Markdown table, with separate columns for another checkout's figures if there are any. */
export function table(lines: readonly Row[]): string {
  const beside = lines.some((line) => 'before' in line);
  const rows = lines.map((line) => [
    line.part,
    line.what,
    `${figure(line.ours)} ${line.unit}`,
    ...(beside ? before(line) : []),
    ...('bare' in line ? against(line) : ['', '', '', '', '']),
  ]);
  const head = ['Part', 'What', 'Keyhold'];
  if (beside) head.push('Before', 'Against before', 'Processor time, before');
  head.push('Bare', 'Ratio (least to most)', 'Goal', 'Processor time, Keyhold', 'Processor time, bare');
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

type Compared = Extract<Line, { readonly bare: number }>;

function against(line: Compared): string[] {
  const cost = 'cost' in line ? [costOf(line.cost.ours), costOf(line.cost.bare)] : ['', ''];
  return [`${figure(line.bare)} ${line.unit}`, ratioText(line.ratio), wanted(line), ...cost];
}

/** The minimum ratio of a rate, or the maximum of a time. */
function wanted(line: Compared): string {
  if ('goal' in line && line.goal !== undefined) return `≥ ${line.goal.toFixed(2)}`;
  return 'greatest' in line && line.greatest !== undefined ? `≤ ${line.greatest.toFixed(2)}` : '';
}

function before(line: Line): string[] {
  return 'before' in line && line.before
    ? [
        `${figure(line.before.median)} ${line.unit}`,
        ratioText(line.before.ratio),
        'cost' in line && line.cost.before ? costOf(line.cost.before) : '',
      ]
    : ['', '', ''];
}

function ratioText({ median, least, most }: Ratio): string {
  return `**${median.toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** The cost of the server's process and of PostgreSQL's. */
function costOf({ server, database }: Cost): string {
  return `${server.toFixed(2)} + ${database.toFixed(2)} ms`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
