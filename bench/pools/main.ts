// `npm run bench:pools`: measures large pools: issuing and opening them, consuming with rules and without, explaining, the
// preview of rules, and a change of who may use them while all do.
import { parseArgs } from 'node:util';
import { openBed } from '../bed/bed.ts';
import { openHttpClient } from '../bed/http-client.ts';
import { median, percentile, table } from '../bed/numbers.ts';
import { beside, changeConsumers } from './full-pool.ts';
import { openPool, type Place, preparePlace, timed } from './place.ts';
import { compareConsumes } from './rules.ts';

const help = `Measures pools with very many seats and people.

Usage: npm run bench:pools -- [options]

  --seats NUMBER    seats of a pool (default 10000)
  --people NUMBER   people who use a pool at once (default 5000)
  --rounds NUMBER   rounds of consuming, each with and without rules (default 9)`;

const { values } = parseArgs({
  options: {
    seats: { type: 'string', default: '10000' },
    people: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '9' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await run(Number(values.seats), Number(values.people), Number(values.rounds));

async function run(seats: number, people: number, rounds: number): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  const http = openHttpClient(bed.nodes[0]?.url ?? '', 32);
  try {
    const place = await preparePlace(bed, http, people);
    const rows = [
      ...(await issue(place, seats)),
      ...(await compareConsumes(place, { seats, people, rounds })),
      ...(await beside(place, people)),
      ...(await changeConsumers(place, people)),
    ];
    console.log(`${seats} seats, ${people} people:\n\n${table(rows)}`);
  } finally {
    await http.close();
    await bed.close();
  }
}

/** Issues pools and opens them, three in turn. */
async function issue(place: Place, seats: number) {
  const took = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const product = await place.bed.seed.createProduct(`issued-${turn}`);
    took.push((await timed(() => openPool(place, product, seats))).milliseconds);
  }
  return [
    {
      What: 'Issue the seats into a new pool, and open it to everyone: 2 calls',
      Result: `${median(took).toFixed(0)} ms`,
    },
    { What: 'The slowest of 3', Result: `${percentile(took, 1).toFixed(0)} ms` },
  ];
}
