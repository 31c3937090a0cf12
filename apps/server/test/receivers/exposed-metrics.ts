// The metrics that a server exposes, which rules and dashboard may query in Prometheus.
import { callList } from '@keyhold/contract';
import { pino } from 'pino';
import { connect } from '../../src/db/database.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

/** The suffixes of a metric's series: a histogram has three series for one name. */
const series: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };

/** The names of all series of a server. Without a database it exposes the same names, though not the same values. */
export async function readExposedMetrics(): Promise<ReadonlySet<string>> {
  const db = connect('postgresql://keyhold@127.0.0.1:1/keyhold', 1);
  const metrics = createMetrics({
    db,
    passwords: { load: { running: 0, waiting: 0 } } as Parameters<typeof createMetrics>[0]['passwords'],
    streams: { count: 0 } as Parameters<typeof createMetrics>[0]['streams'],
    log: pino({ level: 'silent' }),
  });
  const text = await metrics.read();
  await db.destroy();
  const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return new Set(types.flatMap(([, name = '', type = '']) => (series[type] ?? ['']).map((end) => name + end)));
}

/** The metrics and calls in a query that do not exist. */
export function unknownIn(query: string, exposed: ReadonlySet<string>): string[] {
  const metrics = query.match(/\b(?:keyhold|nodejs|process)_\w+/g) ?? [];
  const calls = [...query.matchAll(/\bcall=~?"([^"]*)"/g)].flatMap(([, names = '']) => names.split('|'));
  const known = new Set(callList.map(({ name }) => name));
  return [...metrics.filter((name) => !exposed.has(name)), ...calls.filter((name) => !known.has(name))];
}
