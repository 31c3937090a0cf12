import pg from 'pg';
import type { Bed } from '../../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../../bed/http-client.ts';
import { createRaceClient } from './race-client.ts';
import { keyOf, type RoundKind, roundKinds, runRound, type Track } from './race-round.ts';

/** The result of all rounds. */
interface RaceOutcome {
  readonly seconds: number;
  readonly rounds: Readonly<Record<RoundKind, number>>;
  readonly wins: number;
  /** The number of refusals, by code. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/**
 * Lets clients race for the last seats of a product, over a bed's servers and real HTTP, and checks the replies.
 *
 * @param report called with the progress from time to time
 */
export async function runRace(
  bed: Bed,
  options: { readonly rounds: number; readonly clients: number },
  report: (line: string) => void = () => undefined,
): Promise<RaceOutcome> {
  const https: HttpClient[] = bed.nodes.map(({ url }) => openHttpClient(url));
  const rival = new pg.Client({ connectionString: bed.database.connectionString });
  rival.on('error', () => undefined);
  try {
    await rival.connect();
    await rival.query("set keyhold.account = '*'");
    const account = await bed.seed.createAccount('Race');
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const people = await bed.seed.createPeople(account, options.clients);
    const openTrack = async (count: number): Promise<Track> => {
      const id = `race-${count}`;
      const product = await bed.seed.createProduct(id);
      const seats = (await bed.seed.issueLicenses(account, id, count)).map(({ rn }) => rn);
      const clients = people.map((person, index) =>
        createRaceClient(https[index % https.length] as HttpClient, person, product, index),
      );
      return { seats, clients };
    };
    const single = await openTrack(1);
    const several = await openTrack(3);

    const release = async (seat: string): Promise<void> => {
      const path = `/license/v1/licenses/${keyOf(seat)}/unassign`;
      const http = https[0] as HttpClient;
      const reply = await http.send('POST', path, { token: administrator?.token ?? '', body: {} });
      if (reply.status !== 200) throw new Error(`A release was refused: ${JSON.stringify(reply.body)}`);
    };

    const counts = Object.fromEntries(roundKinds.map((kind) => [kind, 0])) as Record<RoundKind, number>;
    const refusals: Record<string, number> = {};
    const violations: string[] = [];
    let wins = 0;
    const begun = performance.now();
    for (let round = 0; round < options.rounds; round += 1) {
      const kind = roundKinds[round % roundKinds.length] as RoundKind;
      const track = kind === 'three seats' ? several : single;
      const result = await runRound(kind, track, { rival, release, round });
      counts[kind] += 1;
      wins += result.wins;
      for (const code of result.refused) refusals[code] = (refusals[code] ?? 0) + 1;
      violations.push(...result.violations.map((line) => `Round ${round + 1} (${kind}): ${line}`));
      if ((round + 1) % 500 === 0) report(`${round + 1} rounds, ${violations.length} violations`);
    }
    return { seconds: (performance.now() - begun) / 1000, rounds: counts, wins, refusals, violations };
  } finally {
    await rival.end().catch(() => undefined);
    await Promise.all(https.map((http) => http.close()));
  }
}
