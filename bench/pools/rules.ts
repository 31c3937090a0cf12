import { median } from '../bed/numbers.ts';
import { consumeOf, holdSeats, inParallel, openPool, type Place, send, timed, wideRules } from './place.ts';

/** Requests at once, and consumes of a round. */
const lanes = 8;
const consumes = 200;

interface Reply {
  readonly lease: { readonly id: string; readonly epoch: number };
}

/**
 * Consumes from two pools that people use already, one with rules and one without, in turn; the seats are given back
 * after each round.
 */
export async function compareConsumes(
  place: Place,
  { seats, people, rounds }: { readonly seats: number; readonly people: number; readonly rounds: number },
) {
  const [plain, ruled] = [await fill('plain'), await fill('ruled')];
  await send(place, place.administrator, 'PUT', `${ruled.path}/rules`, wideRules(place, seats));
  const ratios = [];
  const rates = { plain: [] as number[], ruled: [] as number[] };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 === 0;
    const one = await rate(first ? plain.product : ruled.product, round);
    const other = await rate(first ? ruled.product : plain.product, round);
    const [without, withRules] = first ? [one, other] : [other, one];
    if (round === 0) continue;
    rates.plain.push(without);
    rates.ruled.push(withRules);
    ratios.push(withRules / without);
  }
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return [
    { What: 'Consume without rules', Result: `${median(rates.plain).toFixed(0)}/s` },
    { What: 'Consume with rules', Result: `${median(rates.ruled).toFixed(0)}/s` },
    { What: 'Ratio of neighbouring rounds', Result: `${median(ratios).toFixed(2)} (${range})` },
  ];

  /** Opens a pool of which half the people use a seat. */
  async function fill(name: string) {
    const product = await place.bed.seed.createProduct(name, { heartbeat: 300, lease: 900 });
    const pool = await openPool(place, product, seats);
    await holdSeats(place, pool, place.people.slice(0, people / 2));
    return pool;
  }

  async function rate(product: string, round: number): Promise<number> {
    const consumers = place.people.slice(people / 2, people / 2 + consumes);
    const taken: (() => Promise<unknown>)[] = [];
    const { milliseconds } = await timed(() =>
      inParallel(consumers, lanes, async (person, index) => {
        const body = consumeOf(product, `round-${round}-${index}`);
        const { lease } = await send<Reply>(place, person, 'POST', '/license/v1/leases', body);
        taken.push(() => send(place, person, 'DELETE', `/license/v1/leases/${lease.id}?epoch=${lease.epoch}`));
      }),
    );
    await inParallel(taken, lanes, async (giveBack) => void (await giveBack()));
    return (1000 * consumers.length) / milliseconds;
  }
}
