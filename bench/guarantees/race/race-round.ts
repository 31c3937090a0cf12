import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Hold, judgeSeats, type Refusal } from '../observers/seat-observer.ts';
import { type Attempt, type Granted, isGranted, type RaceClient } from './race-client.ts';

/** How a round begins. */
export const roundKinds = ['last seat', 'rolled back', 'given back', 'three seats', 'released', 'lapsed'] as const;
export type RoundKind = (typeof roundKinds)[number];

/** The seats of a product, and the clients that compete for them. */
export interface Track {
  readonly seats: readonly string[];
  readonly clients: readonly RaceClient[];
}

export interface Means {
  /** A connection to the database that bypasses the product. */
  readonly rival: pg.Client;
  /** An administrator's release of a seat. */
  readonly release: (seat: string) => Promise<void>;
  readonly round: number;
}

interface RoundResult {
  /** How many of the clients won a seat. */
  readonly wins: number;
  /** The codes of all refusals. */
  readonly refused: readonly string[];
  readonly violations: readonly string[];
}

/** The codes that mean that every seat is taken, also while one is being released. */
const saysTaken = new Set(['no-seat', 'release-pending']);
/** The codes of too many requests, which do not say whether a seat is free. */
const saysLater = new Set(['busy', 'overloaded']);

/** Prepares a round of its kind, lets all clients request a seat at once, and checks the replies. */
export async function runRound(kind: RoundKind, track: Track, means: Means): Promise<RoundResult> {
  const begun = await begin(kind, track, means);
  const { racing, holds } = begun;
  const [attempts, during] = await Promise.all([Promise.all(racing.map((one) => one.consume())), begun.meanwhile()]);
  holds.push(...during);
  const won = attempts.flatMap((attempt, index) =>
    isGranted(attempt) ? [(racing[index] as RaceClient).giveBack(attempt)] : [],
  );
  holds.push(...(await Promise.all(won)));
  // All seats have been released: a request must be granted now.
  const unserved: string[] = [];
  if (won.length < track.seats.length) {
    const late = await consumeFree(track.clients[0] as RaceClient);
    if (isGranted(late)) holds.push(await (track.clients[0] as RaceClient).giveBack(late));
    else unserved.push(`A seat that had been given back was refused: ${late.result}.`);
  }
  const refusals = attempts.flatMap((attempt, index): Refusal[] => {
    const asked = { from: attempt.sentAt, to: attempt.readAt };
    return saysTaken.has(attempt.result) ? [{ who: racing[index]?.name ?? '', asked }] : [];
  });
  const refused = attempts.filter((attempt) => !isGranted(attempt)).map(({ result }) => result);
  const strange = refused
    .filter((code) => !saysTaken.has(code) && !saysLater.has(code))
    .map((code) => `Somebody got ${code}.`);
  return {
    wins: won.length,
    refused,
    violations: [...judgeSeats(track.seats, holds, refusals), ...strange, ...unserved],
  };
}

interface Begun {
  readonly racing: readonly RaceClient[];
  readonly holds: Hold[];
  /** The event during the race; returns the holds that it ended. */
  readonly meanwhile: () => Promise<readonly Hold[]>;
}

async function begin(kind: RoundKind, { seats, clients }: Track, { rival, release, round }: Means): Promise<Begun> {
  const [seat = ''] = seats;
  const nothing = async () => [];
  if (kind === 'last seat' || kind === 'three seats') return { racing: clients, holds: [], meanwhile: nothing };
  if (kind === 'rolled back') {
    await takeUncommitted(rival, seat);
    const undo = async () => {
      await sleep(5 + (round % 20));
      await rival.query('rollback');
      return [];
    };
    return { racing: clients, holds: [], meanwhile: undo };
  }
  const holder = clients[round % clients.length] as RaceClient;
  const others = clients.filter((client) => client !== holder);
  const granted = await consumeFree(holder);
  if (!isGranted(granted)) throw new Error(`A free seat was refused before a round: ${granted.result}.`);
  if (kind === 'given back') {
    return { racing: others, holds: [], meanwhile: async () => [await holder.giveBack(granted)] };
  }
  if (kind === 'released') {
    await release(seat);
    return { racing: others, holds: [], meanwhile: async () => [await holder.acknowledge(granted)] };
  }
  // Its own device may resume the lapsed lease, and any other may take the seat.
  return { racing: clients, holds: [await letLapse(rival, holder, granted)], meanwhile: nothing };
}

/** Retries until the server replies whether there is a seat. */
async function consumeFree(client: RaceClient): Promise<Attempt> {
  for (;;) {
    const attempt = await client.consume();
    if (!saysLater.has(attempt.result)) return attempt;
  }
}

/** Takes the seat in another transaction, which stays open. */
async function takeUncommitted(rival: pg.Client, seat: string): Promise<void> {
  await rival.query('begin');
  await rival.query(
    `update licenses set "lease-state" = 'active', "lease-id" = "new-id"(), "expires-at" = now() + interval '90 s',
       "holder-id" = (select id from users where "account-id" = licenses."account-id" limit 1) where id = $1`,
    [keyOf(seat)],
  );
}

/** Lets the lease expire at once. */
async function letLapse(rival: pg.Client, holder: RaceClient, granted: Granted): Promise<Hold> {
  const before = performance.now();
  await rival.query(`update licenses set "expires-at" = now() - interval '1 ms' where id = $1`, [keyOf(granted.seat)]);
  return {
    seat: granted.seat,
    holder: `${holder.name} before`,
    epoch: granted.epoch,
    certain: { from: granted.readAt, to: before },
    possible: { from: granted.sentAt, to: performance.now() },
  };
}

/** The license's key, as stored in its row. */
export function keyOf(seat: string): string {
  return seat.split(':').at(-1) ?? '';
}
