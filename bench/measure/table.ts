import type { Cost } from './contest.ts';
import type { Line } from './part.ts';

/** The lines as a table of Markdown. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const alone = [line.part, line.what, `${figure(line.ours)} ${line.unit}`];
    if (!('goal' in line)) return [...alone, '', '', '', '', ''];
    const [least, most] = line.spread;
    const ratio = `**${line.ratio.toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
    const costs = line.cost ? [cost(line.cost.ours), cost(line.cost.bare)] : ['', ''];
    return [...alone, `${figure(line.bare)} ${line.unit}`, ratio, `≥ ${line.goal.toFixed(2)}`, ...costs];
  });
  const head = [
    '',
    'What',
    'Keyhold',
    'Bare',
    'Ratio (least to most)',
    'Goal',
    'Processor time, Keyhold',
    'Processor time, bare',
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Of the server's process and of PostgreSQL's. */
function cost({ server, database }: Cost): string {
  return `${server.toFixed(2)} + ${database.toFixed(2)} ms`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
