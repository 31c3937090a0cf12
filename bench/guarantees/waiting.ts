// `npm run guarantee:waiting -- --seconds 600 --waiters 1000 --seats 50`: waiters of three classes share the seats of two
// pools over two servers, while servers and database are killed and replies are lost. No seat is used by two, nobody is
// passed, no place is lost, and no seat with waiters stays idle. `--faults 0` measures a quiet run.
import { table } from '../bed/numbers.ts';
import { runCommand } from './command.ts';
import { runWaiting, spread } from './waiting/waiting-run.ts';

await runCommand({ seconds: 60, waiters: 200, seats: 20, faults: 1 }, async (options) => {
  const { violations, passedOn, handovers, ...figures } = await runWaiting(options, console.log);
  const asked = spread(handovers.map(({ fromQuestion }) => fromQuestion));
  const returned = spread(handovers.map(({ fromReturn }) => fromReturn));
  const handover = {
    'two devices, handed over': handovers.length,
    'asked → the second works p50 (ms)': asked.p50,
    'at most (ms)': asked.most,
    'given back → the second works p50 (ms)': returned.p50,
    'at most, of that (ms)': returned.most,
  };
  console.log(`\n${table([handover])}`);
  const row = {
    seconds: options.seconds,
    waiters: options.waiters,
    seats: options.seats,
    'waiting at most': figures.mostWaiting,
    uses: figures.uses,
    offers: figures.offers,
    'servers killed': figures.serversKilled,
    'database killed': figures.databaseKilled,
    'lost replies': figures.lostReplies,
    deadlocks: figures.deadlocks,
    'given back → offered p50 (ms)': spread(passedOn.settled.offered).p50,
    'p99 (ms)': spread(passedOn.settled.offered).p99,
    '→ held p50 (ms)': spread(passedOn.settled.held).p50,
    '→ held p99 (ms)': spread(passedOn.settled.held).p99,
    'while they arrive: → held p99 (ms)': spread(passedOn.arriving.held).p99,
    'longest idle (ms)': figures.longestIdle.toFixed(0),
    'watched for it': `${Math.round(figures.watched * 100)} %`,
    violations: violations.length,
  };
  return { rows: [row], violations, details: { ...figures, passedOn, handovers } };
});
