// `npm run guarantee:faults -- --minutes 10`: SDK processes over two servers while replies are lost, processes freeze and
// crash, servers and the database are killed, and an administrator releases seats. No seat is used by two at once, and no
// lease is lost that was acknowledged.
import { runCommand } from './command.ts';
import { runFaults } from './faults-run.ts';

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
