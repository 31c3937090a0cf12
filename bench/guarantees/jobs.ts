// `npm run guarantee:jobs -- --jobs 1000 --seats 20 --kills 4`: short jobs of machines take seats of a pool for a time, over
// two servers that are killed meanwhile. One job in twenty crashes without giving its seat back. No seat is used twice, and at
// the end every seat can be used again.
import { openBed } from '../bed/bed.ts';
import { runCommand } from './command.ts';
import { runJobs } from './pools/jobs-run.ts';

await runCommand({ jobs: 1000, seats: 20, kills: 4 }, async (options) => {
  const bed = await openBed({ nodes: 2 });
  const { seconds, kills, crashed, refusals, violations } = await runJobs(bed, options, console.log).finally(bed.close);
  const row = {
    jobs: options.jobs,
    seats: options.seats,
    crashed,
    'servers killed': kills,
    seconds: seconds.toFixed(0),
    'refused meanwhile': refusals,
    violations: violations.length,
  };
  return { rows: [row], violations };
});
