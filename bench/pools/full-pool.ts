import { median, percentile } from '../bed/numbers.ts';
import {
  type Held,
  holdSeats,
  inParallel,
  type OpenedPool,
  openPool,
  type Place,
  send,
  timed,
  wideRules,
} from './place.ts';

const lanes = 8;
/** Measured requests of each kind. */
const requests = 40;

/** Opens a pool in which every person has a seat, with rules. */
async function openFull(place: Place, name: string, people: number): Promise<OpenedPool & { held: Held[] }> {
  const product = await place.bed.seed.createProduct(name, { heartbeat: 300, lease: 900 });
  const pool = await openPool(place, product, people);
  await send(place, place.administrator, 'PUT', `${pool.path}/rules`, wideRules(place, people));
  const held = await holdSeats(place, pool, place.people);
  return { ...pool, held };
}

/** Explains, and previews rules of, a pool that all people use, while others consume and send heartbeats. */
export async function beside(place: Place, people: number) {
  const pool = await openFull(place, 'explained', people);
  const other = await openFull(place, 'beside', people);
  let goesOn = true;
  let beats = 0;
  const others = inParallel(Array.from({ length: lanes }), lanes, async (_, lane) => {
    for (let seq = 1; goesOn; seq += 1) {
      const index = (lane + seq * lanes) % place.people.length;
      const [person, lease] = [place.people[index], other.held[index]];
      if (!person || !lease) continue;
      const body = { epoch: lease.epoch, seq: 1_000 + seq };
      await send(place, person, 'POST', `/license/v1/leases/${lease.id}/heartbeat`, body);
      beats += 1;
    }
  });
  const measure = async (work: (turn: number) => Promise<unknown>) => {
    const took = [];
    for (let turn = 0; turn < requests; turn += 1) took.push((await timed(() => work(turn))).milliseconds);
    return `${median(took).toFixed(0)} ms; 95 of 100: ${percentile(took, 0.95).toFixed(0)} ms`;
  };
  const { administrator } = place;
  try {
    return [
      {
        What: 'Explain to one of them, beside others',
        Result: await measure((turn) => {
          const query = new URLSearchParams({ product: pool.product, user: place.people[turn]?.rn ?? '' });
          return send(place, administrator, 'GET', `/license/v1/explain?${query}`);
        }),
      },
      {
        What: 'Preview of rules, beside others',
        Result: await measure(() =>
          send(place, administrator, 'POST', `${pool.path}/rules/preview`, wideRules(place, people)),
        ),
      },
    ];
  } finally {
    goesOn = false;
    await others;
    console.error(`${beats} heartbeats beside`);
  }
}

/**
 * Changes who may use a pool that all people use: of each lease it is read, by a heartbeat that begins after the reply,
 * that it has ended.
 */
export async function changeConsumers(place: Place, people: number) {
  const pool = await openFull(place, 'changed', people);
  const { milliseconds } = await timed(() =>
    send(place, place.administrator, 'PUT', `${pool.path}/policies`, {
      consumers: { kind: 'tags', tags: [place.tag] },
    }),
  );
  let kept = 0;
  let ended = 0;
  await inParallel(place.people, lanes, async ({ token }, index) => {
    const lease = pool.held[index];
    const path = `/license/v1/leases/${lease?.id}/heartbeat`;
    const { status } = await place.http.send('POST', path, { token, body: { epoch: lease?.epoch, seq: 1 } });
    const mayUse = index % 10 === 0;
    if ((status === 200) !== mayUse) throw new Error(`Person ${index} got ${status} after the change.`);
    if (status === 200) kept += 1;
    else ended += 1;
  });
  return [
    { What: 'Change of who may use a pool that all of them use', Result: `${milliseconds.toFixed(0)} ms` },
    { What: 'Leases ended by it, seen from the first heartbeat on', Result: `${ended}; ${kept} go on` },
  ];
}
