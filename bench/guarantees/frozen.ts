// `npm run guarantee:frozen -- --clients 16 --lease 15`: stops real SDK processes beyond their lease while others take
// their seats. The first observation of a resumed process is that it holds nothing.
import { runCommand } from './command.ts';
import { runFrozen } from './frozen/frozen-run.ts';

await runCommand({ clients: 16, lease: 15 }, async (options) => {
  const { overslept, shortStops, longestStop, violations } = await runFrozen(options);
  const row = {
    'lease (s)': options.lease,
    'stopped past the lease': overslept,
    'longest stop (s)': (longestStop / 1000).toFixed(1),
    'stopped for less': shortStops,
    violations: violations.length,
  };
  return { rows: [row], violations };
});
