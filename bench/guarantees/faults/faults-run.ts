import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Bed, openBed } from '../../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../../bed/http-client.ts';
import { type Application, startApplication } from '../applications/application.ts';
import { machineTime } from '../applications/machine-time.ts';
import type { Exchange, FromApplication } from '../applications/sdk-messages.ts';
import {
  type AcknowledgedRelease,
  judgeLeases,
  judgeReleases,
  type LeaseHistory,
} from '../observers/lease-observer.ts';
import { judgeUses, type ReportedUse } from '../observers/use-observer.ts';
import { causeFaults, type FaultKind } from './fault-director.ts';
import { startLosingProxy } from './losing-proxy.ts';

interface FaultOptions {
  readonly minutes: number;
  readonly clients: number;
  readonly seats: number;
}

interface FaultOutcome {
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** The number of uses of seats, each from its grant to its end. */
  readonly uses: number;
  readonly heartbeats: number;
  readonly lostReplies: number;
  readonly releases: number;
  /** Leases that were held at the end and compared with the database. */
  readonly compared: number;
  readonly violations: readonly string[];
}

interface Life extends LeaseHistory {
  readonly exchanges: Exchange[];
  readonly left: Map<string, number>;
}

/** Runs SDK processes while replies, processes, servers and the database fail, and checks their observations. */
export async function runFaults(
  options: FaultOptions,
  report: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  const bed = await openBed({ nodes: 2 });
  const proxy = await startLosingProxy(bed.nodes.map(({ url }) => url));
  const applications: Application[] = [];
  const lives: Life[] = [];
  const reports: ReportedUse[] = [];
  try {
    const account = await bed.seed.createAccount('Faults');
    const product = await bed.seed.createProduct('faults', { heartbeat: 5, lease: 15 });
    const licenses = await bed.seed.issueLicenses(account, 'faults', options.seats);
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const people = await bed.seed.createPeople(account, options.clients);
    const restart = (place: number) => {
      const device = `device ${place + 1}`;
      const life: Life = { who: device, exchanges: [], left: new Map() };
      lives.push(life);
      const hear = (message: FromApplication) => {
        if (message.kind === 'using') reports.push({ ...message, who: device });
        else if (message.kind === 'exchange') life.exchanges.push(message);
        else if (message.kind === 'leaving' && !life.left.has(message.asked))
          life.left.set(message.asked, message.sentAt);
      };
      const token = people[place]?.token ?? '';
      applications[place] = startApplication(
        { url: proxy.url, token, product, license: null, device, useMs: 8000, logOffMs: 300 },
        hear,
      );
    };
    for (let place = 0; place < options.clients; place += 1) restart(place);

    const until = performance.now() + options.minutes * 60_000;
    const keys = licenses.map(({ id, rn }) => ({ id, rn }));
    const [faults, releases] = await Promise.all([
      causeFaults({ bed, proxy, applications, restart, random: Math.random }, until, report),
      releaseAllTheWhile(bed, keys, administrator?.token ?? '', until),
    ]);
    const held = await compareWithDatabase(bed, reports);
    const violations = [
      ...judgeUses(reports),
      ...judgeLeases(lives),
      ...judgeReleases(lives, releases),
      ...held.violations,
    ];
    return {
      faults,
      uses: new Set(reports.map(({ who, lease, epoch }) => `${who} ${lease} ${epoch}`)).size,
      heartbeats: lives.flatMap(({ exchanges }) => exchanges).filter((one) => one.call === 'heartbeat' && one.lease)
        .length,
      lostReplies: proxy.lost,
      releases: releases.length,
      compared: held.compared,
      violations,
    };
  } finally {
    await Promise.all(applications.map((application) => application.kill()));
    await proxy.close();
    await bed.close();
  }
}

/** Releases one seat after another as an administrator, and returns the acknowledged releases. */
export async function releaseAllTheWhile(
  bed: Bed,
  licenses: readonly { readonly id: string; readonly rn: string }[],
  token: string,
  until: number,
): Promise<AcknowledgedRelease[]> {
  const clients: HttpClient[] = bed.nodes.map(({ url }) => openHttpClient(url, 4));
  const releases: AcknowledgedRelease[] = [];
  for (let turn = 0; performance.now() < until; turn += 1) {
    await sleep(700 + Math.random() * 1300);
    const { id, rn } = licenses[Math.floor(Math.random() * licenses.length)] as (typeof licenses)[number];
    const client = clients[turn % clients.length] as HttpClient;
    const sentAt = machineTime();
    // A release that fails because the server is down is no violation.
    const reply = await client
      .send('POST', `/license/v1/licenses/${id}/unassign`, { token, body: {} })
      .catch(() => null);
    if (reply?.status === 200) releases.push({ license: rn, sentAt, readAt: machineTime() });
  }
  await Promise.all(clients.map((client) => client.close()));
  return releases;
}

/** Checks that an application that works before and after the query is the holder in the database. */
async function compareWithDatabase(bed: Bed, reports: readonly ReportedUse[]) {
  // After recovery every application that can have a seat has one.
  await sleep(5000);
  const database = new pg.Client({ connectionString: bed.database.connectionString });
  await database.connect();
  await database.query("set keyhold.account = '*'");
  const from = machineTime();
  const { rows } = await database.query<{ lease: string; epoch: number }>(
    `select "lease-id" as lease, epoch from licenses where "lease-state" = 'active' and "expires-at" > now()`,
  );
  const to = machineTime();
  await database.end();
  await sleep(500);
  const last = new Map(reports.map((use) => [`${use.who} ${use.lease} ${use.epoch}`, use]));
  const working = [...last.values()].filter((use) => use.from < from && use.to > to);
  const unknown = working.filter(({ lease, epoch }) => !rows.some((row) => row.lease === lease && row.epoch === epoch));
  return {
    compared: working.length,
    violations: unknown.map(({ who, license }) => `${who} works on ${license}, and the database does not know it.`),
  };
}
