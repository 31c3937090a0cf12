// `npm run guarantee:pools -- --consumes 100000 --clients 64 --kills 12`: lets clients use a pool with shares, reserves, a
// limit per person and lent seats over two servers that are killed meanwhile. There is never more use than a rule allows,
// and no refusal that the rules do not justify.
import { openBed } from '../bed/bed.ts';
import { runCommand } from './command.ts';
import { runPools } from './pools/pools-run.ts';

await runCommand({ consumes: 100_000, clients: 64, kills: 12, seats: 12 }, async (options) => {
  // With 90 seats and so few connections, consumers share the lock of the pool for a part of the time.
  const bed = await openBed({ nodes: 2, databaseSettings: { max_connections: '60' } });
  const { seconds, kills, grants, refusals, violations } = await runPools(bed, options, console.log).finally(bed.close);
  const row = {
    requests: options.consumes,
    clients: options.clients,
    seats: options.seats,
    'requests/s': (options.consumes / seconds).toFixed(1),
    'servers killed': kills,
    grants,
    refusals: Object.entries(refusals)
      .map(([code, count]) => `${code} ${count}`)
      .join(', '),
    violations: violations.length,
  };
  return { rows: [row], violations, details: { seconds, refusals } };
});
