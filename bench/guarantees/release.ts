// `npm run guarantee:release -- --streams 2000 --nodes 2`: an administrator releases seats on any server. Measures how
// long it takes until their clients, each with an open stream to one of the servers, have received the event.
import { percentile } from '../bed/numbers.ts';
import { runCommand } from './command.ts';
import { measureReleases } from './release/release-run.ts';

await runCommand({ streams: 2000, nodes: 2, releases: 1000, rate: 10, 'most-p99-ms': 250 }, async (options) => {
  const { latencies, violations } = await measureReleases(options, console.log);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(latencies, part)) as [number, number, number];
  const row = {
    streams: options.streams,
    servers: options.nodes,
    releases: latencies.length,
    'releases/s': options.rate,
    'p50 (ms)': p50.toFixed(1),
    'p95 (ms)': p95.toFixed(1),
    'p99 (ms)': p99.toFixed(1),
    'longest (ms)': Math.max(...latencies).toFixed(1),
    failures: violations.length,
  };
  const late = p99 >= options['most-p99-ms'] ? [`p99 is ${p99.toFixed(1)} ms.`] : [];
  return { rows: [row], violations: [...violations, ...late], details: { latencies } };
});
