// `npm run guarantee:faults -- --minutes 10`: runs SDK processes on two servers while replies are lost, processes
// freeze and crash, servers and the database are killed, and an administrator releases seats. No two processes use a
// seat at once, and no acknowledged lease is lost.
import { runCommand } from './command.ts';
import { runFaults } from './faults/faults-run.ts';

await runCommand({ minutes: 10, clients: 8, seats: 4 }, async (options) => {
  const outcome = await runFaults(options);
  const row = {
    minutes: options.minutes,
    'SDK processes': options.clients,
    seats: options.seats,
    uses: outcome.uses,
    heartbeats: outcome.heartbeats,
    releases: outcome.releases,
    'lost replies': outcome.lostReplies,
    ...outcome.faults,
    'compared at the end': outcome.compared,
    violations: outcome.violations.length,
  };
  return { rows: [row], violations: outcome.violations };
});
