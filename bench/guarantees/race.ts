// `npm run guarantee:race -- --rounds 10000 --clients 16`: lets clients race for the last seat over two servers. There
// are never two holders, and no client gets the reply that no seat is free while one is.
import { openBed } from '../bed/bed.ts';
import { runCommand } from './command.ts';
import { runRace } from './race/race-run.ts';

await runCommand({ rounds: 10_000, clients: 16 }, async (options) => {
  const bed = await openBed({ nodes: 2 });
  const { seconds, rounds, wins, refusals, violations } = await runRace(bed, options, console.log).finally(bed.close);
  const row = {
    rounds: options.rounds,
    clients: options.clients,
    'rounds/s': (options.rounds / seconds).toFixed(1),
    wins,
    refusals: Object.entries(refusals)
      .map(([code, count]) => `${code} ${count}`)
      .join(', '),
    violations: violations.length,
  };
  return { rows: [row], violations, details: { seconds, rounds, refusals } };
});
