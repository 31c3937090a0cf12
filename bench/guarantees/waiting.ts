// `npm run guarantee:waiting -- --seconds 600 --waiters 1000 --seats 50`: waiters of three classes share the seats of two
// pools over two servers, while servers and database are killed and replies are lost. No seat is used by two, nobody is
// passed, no place is lost, and no seat stays idle while somebody waits. `--faults 0` measures a quiet run.
import { runCommand } from './command.ts';
import { runWaiting } from './waiting-run.ts';

await runCommand({ seconds: 600, waiters: 1000, seats: 50, faults: 1 }, async (options) => {
  const outcome = await runWaiting(options, console.log);
  const { violations, ...figures } = outcome;
  const row = {
    seconds: options.seconds,
    waiters: options.waiters,
    seats: options.seats,
    uses: figures.uses,
    offers: figures.offers,
    'servers killed': figures.serversKilled,
    'database killed': figures.databaseKilled,
    'lost replies': figures.lostReplies,
    deadlocks: figures.deadlocks,
    'freed → offered p50 (ms)': figures.p50.toFixed(1),
    'p99 (ms)': figures.p99.toFixed(1),
    'longest idle (ms)': figures.longestIdle.toFixed(0),
    violations: violations.length,
  };
  return { rows: [row], violations, details: figures };
});
