// `npm run bench:directory`: synchronises a directory with a server over SCIM, and prints the rate.
import { parseArgs } from 'node:util';
import { openBed } from '../bed/bed.ts';
import { percentile, table } from '../bed/numbers.ts';
import { synchronise } from './directory.ts';
import { openDirectoryClient, type Step } from './requests.ts';

const help = `Synchronises a directory with a server: everybody is created, put into groups, changed and deactivated.

Usage: npm run bench:directory -- [options]

  --people NUMBER    people of the directory (default 10000)
  --parallel NUMBER  requests at once (default 8)`;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    parallel: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await run(Number(values.people), Number(values.parallel));

async function run(people: number, parallel: number): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  try {
    const account = await bed.seed.createAccount('Directory');
    // A license of this product enables tags, and so groups, in an account.
    const { sharedProductId } = bed.seed.installation;
    await bed.seed.createProduct(sharedProductId);
    await bed.seed.issueLicenses(account, sharedProductId, 1);
    const token = await bed.seed.createDirectoryToken(account);
    const client = openDirectoryClient(bed.nodes[0]?.url ?? '', token, parallel);
    try {
      const steps = await synchronise(client, people, parallel);
      console.log(`${people} people, ${parallel} requests at once:\n\n${table(steps.map(rowOf))}`);
      const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
      console.log(`\nThe whole synchronisation took ${seconds.toFixed(1)} s.`);
    } finally {
      await client.close();
    }
  } finally {
    await bed.close();
  }
}

function rowOf({ what, requests, seconds, took }: Step) {
  return {
    Step: what,
    Requests: requests,
    Seconds: seconds.toFixed(1),
    'Requests/s': (requests / seconds).toFixed(0),
    'p50 ms': percentile(took, 0.5).toFixed(1),
    'p95 ms': percentile(took, 0.95).toFixed(1),
  };
}
