import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Driver, startDriver } from '../../../sdks/conformance/driver.ts';
import { build, languages as known } from '../../../sdks/conformance/languages.ts';
import { type Bed, openBed } from '../../bed/bed.ts';
import { releaseAllTheWhile } from '../faults/faults-run.ts';
import { type LosingProxy, startLosingProxy } from '../faults/losing-proxy.ts';
import { judgeUses, type ReportedUse } from '../observers/use-observer.ts';
import { type Belongings, belongingsOf, leftBehind } from './sdk-belongings.ts';
import { type SdkClient, useSeats } from './sdk-client.ts';

interface SdkOptions {
  readonly minutes: number;
  readonly seats: number;
  /** Of each language, in one process. */
  readonly clients: number;
}

interface SdkOutcome {
  readonly languages: readonly {
    readonly name: string;
    readonly uses: number;
    /** What its process has before the first client is made (once the runtime is warm), and after the last is closed. */
    readonly before: Belongings;
    readonly after: Belongings;
  }[];
  readonly faults: Faults;
  readonly releases: number;
  readonly violations: readonly string[];
}

interface Faults {
  'servers killed': number;
  'database killed': number;
  'connections cut': number;
  'replies lost': number;
}

/** The fraction of replies that is lost usually, and during a storm. */
const usualLoss = 0.02;
const stormLoss = 0.5;
/** A lease of 15 s whose client is gone ends by itself; with room for the server's work. */
const longestLease = 20_000;

/** Lets clients of every language whose tools are there share seats, while everything fails. */
export async function runSdks(options: SdkOptions, report: (line: string) => void): Promise<SdkOutcome> {
  const found = known.filter(({ driver }) => driver !== null);
  for (const language of found) await build(language);
  const bed = await openBed({ nodes: 2 });
  const proxy = await startLosingProxy(bed.nodes.map(({ url }) => url));
  const drivers: Driver[] = [];
  const reports: ReportedUse[] = [];
  try {
    const account = await bed.seed.createAccount('Languages');
    const product = await bed.seed.createProduct('languages', { heartbeat: 5, lease: 15 });
    const licenses = await bed.seed.issueLicenses(account, 'languages', options.seats);
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const people = await bed.seed.createPeople(account, found.length * options.clients);
    const running = found.map((language, index) => {
      const driver = startDriver(language.driver ?? []);
      drivers.push(driver);
      const mine = people.slice(index * options.clients, (index + 1) * options.clients);
      const clients = mine.map(({ token }, place) => {
        const device = `${language.name} ${place + 1}`;
        return { driver, language: language.name, url: proxy.url, token, product, device };
      });
      return { name: language.name, driver, clients };
    });
    const before = await Promise.all(running.map((one) => warm(one.driver, one.clients)));
    const until = performance.now() + options.minutes * 60_000;
    const hear = (use: ReportedUse) => void reports.push(use);
    const [faults, releases] = await Promise.all([
      disturb(bed, proxy, until, report),
      releaseAllTheWhile(bed, licenses, administrator?.token ?? '', until),
      ...running.flatMap(({ clients }) => clients.map((client) => useSeats(client, until, hear))),
    ]);
    const after = await Promise.all(
      running.map(async ({ driver }, index) => leftBehind(driver, before[index] as Belongings)),
    );
    const held = await heldAtEnd(bed);
    const codes = await Promise.all(running.map(async ({ name, driver }) => ({ name, code: await driver.close() })));
    const languages = running.map(({ name }, index) => ({
      name,
      uses: new Set(reports.filter(({ who }) => who.startsWith(`${name} `)).map(({ from, who }) => `${who} ${from}`))
        .size,
      before: before[index] as Belongings,
      after: after[index] as Belongings,
    }));
    return {
      languages,
      faults,
      releases: releases.length,
      violations: [...judgeUses(reports), ...judge(languages), ...held, ...codes.flatMap(judgeCode)],
    };
  } finally {
    await Promise.all(drivers.map((driver) => driver.close()));
    await proxy.close();
    await bed.close();
  }
}

/** Uses a seat once with clients of their own, so that what the runtime keeps for itself is there, and counts. */
async function warm(driver: Driver, clients: readonly SdkClient[]): Promise<Belongings> {
  const warming = clients.map((client) => ({ ...client, device: `${client.device} warming` }));
  let hasUsed = false;
  const hear = () => {
    hasUsed = true;
  };
  while (!hasUsed) await Promise.all(warming.map((client) => useSeats(client, performance.now() + 3000, hear)));
  return belongingsOf(driver);
}

function judge(languages: SdkOutcome['languages']): string[] {
  return languages.flatMap(({ name, uses, before, after }) => [
    ...(uses === 0 ? [`The SDK for ${name} used no seat.`] : []),
    ...(['threads', 'handles', 'sockets'] as const)
      .filter((kind) => after[kind] > before[kind])
      .map((kind) => `The SDK for ${name} left ${after[kind] - before[kind]} ${kind}.`),
  ]);
}

/** The race detector of Go and valgrind end the program with a code of their own. */
function judgeCode({ name, code }: { readonly name: string; readonly code: number | null }): string[] {
  return code === 0 ? [] : [`The program of the SDK for ${name} ended with the code ${code}.`];
}

/** Causes one fault after another until the time is over. */
async function disturb(bed: Bed, proxy: LosingProxy, until: number, report: (line: string) => void): Promise<Faults> {
  const faults = { 'servers killed': 0, 'database killed': 0, 'connections cut': 0, 'replies lost': 0 };
  proxy.lose(usualLoss);
  for (let turn = 0; performance.now() < until; turn += 1) {
    await sleep(2000 + Math.random() * 4000);
    const kind = Math.floor(Math.random() * 10);
    if (kind < 4) {
      const node = bed.nodes[turn % bed.nodes.length] as Bed['nodes'][number];
      await node.kill();
      await sleep(Math.random() * 3000);
      await node.start();
      faults['servers killed'] += 1;
      report('A server was killed.');
    } else if (kind < 7) {
      faults['connections cut'] += proxy.cut();
      report('The connections were cut.');
    } else if (kind < 9) {
      proxy.lose(stormLoss);
      await sleep(2000 + Math.random() * 5000);
      proxy.lose(usualLoss);
      report('Half of the replies were lost for a while.');
    } else {
      await bed.database.killAndWait();
      faults['database killed'] += 1;
      report('The database was killed.');
    }
  }
  proxy.lose(0);
  faults['replies lost'] = proxy.lost;
  return faults;
}

const query = `select id from licenses where "lease-state" <> 'free' and "expires-at" > now() order by id`;

/** The seats that are still held once every lease that nobody keeps alive must have ended. */
async function heldAtEnd(bed: Bed): Promise<string[]> {
  const database = new pg.Client({ connectionString: bed.database.connectionString });
  await database.connect();
  try {
    await database.query("set keyhold.account = '*'");
    const held = async () => (await database.query<{ id: string }>(query)).rows;
    const until = performance.now() + longestLease;
    let rows = await held();
    for (; rows.length > 0 && performance.now() < until; rows = await held()) await sleep(500);
    return rows.map(({ id }) => `The seat ${id} is still held, although every client was closed.`);
  } finally {
    await database.end();
  }
}
