// `npm run guarantee:heartbeats`: compares the heartbeats per second of Keyhold and of a bare Fastify route with the
// same update on the same database, by the medians of alternating rounds.
import { median } from '../bed/numbers.ts';
import { runCommand } from './command.ts';
import { measureHeartbeats } from './heartbeats/heartbeats-run.ts';

await runCommand({ rounds: 9, seconds: 5, connections: 32, leases: 256, 'least-percent': 60 }, async (options) => {
  const nodeOptions = process.env['BENCH_NODE_OPTIONS']?.split(' ');
  const rates = await measureHeartbeats({ ...options, ...(nodeOptions ? { nodeOptions } : {}) });
  const least = options['least-percent'] / 100;
  const row = {
    'rounds of each': options.rounds,
    'seconds a round': options.seconds,
    connections: options.connections,
    'Keyhold heartbeats/s': Math.round(median(rates.keyhold)),
    'bare route/s': Math.round(median(rates.bare)),
    ratio: rates.ratio.toFixed(2),
    failures: rates.failures.length,
  };
  const slow = rates.ratio < least ? [`The ratio ${rates.ratio.toFixed(3)} is below ${least}.`] : [];
  return { rows: [row], violations: [...rates.failures, ...slow], details: rates };
});
