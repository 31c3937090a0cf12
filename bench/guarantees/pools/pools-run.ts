import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rnOf } from '../../../apps/server/src/installation.ts';
import type { Bed } from '../../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../../bed/http-client.ts';
import { killInTurn } from './kill-in-turn.ts';
import { judgePool, type PoolClient, type PoolHold, type PoolReply, type RunRules } from './pool-observer.ts';
import { createSender } from './until-conclusive.ts';

/** Seats that are lent beyond those of the pool. */
const lent = 2;
const tags = ['night', 'prepress'] as const;
const rules: Omit<RunRules, 'seats'> = {
  perUser: 2,
  shares: [
    { tag: 'night', reserve: 3, limit: 5 },
    { tag: 'prepress', reserve: 2, limit: null },
  ],
};
/** Devices of one person. */
const devices = 3;

interface PoolOutcome {
  readonly seconds: number;
  readonly kills: number;
  readonly grants: number;
  /** The number of refusals, by code. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Lets clients use a pool with rules over a bed's servers, which are killed meanwhile, and judges the replies. */
export async function runPools(
  bed: Bed,
  options: { readonly consumes: number; readonly clients: number; readonly kills: number; readonly seats: number },
  report: (line: string) => void = () => undefined,
): Promise<PoolOutcome> {
  const https = bed.nodes.map(({ url }) => openHttpClient(url));
  const database = new pg.Client({ connectionString: bed.database.connectionString });
  try {
    await database.connect();
    await database.query(`select set_config('keyhold.account', '*', false)`);
    const { product, people } = await openPool(bed, https[0] as HttpClient, database, options);
    const holds: PoolHold[] = [];
    const replies: PoolReply[] = [];
    let begun = 0;
    const begin = performance.now();
    const clients = Array.from({ length: options.clients }, (_, index): PoolClient => {
      const person = Math.floor(index / devices);
      return { person, tags: tagsOf(person) };
    });
    const run = async (client: number) => {
      const device = createDevice(https, people[clients[client]?.person ?? 0]?.token ?? '', product, client);
      while (begun < options.consumes) {
        begun += 1;
        if (begun % 5000 === 0) report(`${begun} requests`);
        const { reply, hold } = await device.use();
        replies.push(reply);
        if (hold) holds.push(hold);
      }
    };
    const [kills] = await Promise.all([
      killInTurn(bed, options.kills, () => begun / options.consumes),
      ...clients.map((_, client) => run(client)),
    ]);
    const seconds = (performance.now() - begin) / 1000;
    const violations = judgePool({ ...rules, seats: options.seats + lent }, clients, holds, replies);
    const { rows } = await database.query(
      `select (select count(*) from licenses where "pool-id" is not null and "lease-state" <> 'free')::int as held,
        (select count(*) from "license-uses" where "ended-on" is null)::int as open`,
    );
    if (rows[0].held !== 0 || rows[0].open !== 0) {
      violations.push(`At the end ${rows[0].held} seats are held, and ${rows[0].open} uses go on.`);
    }
    const refusals: Record<string, number> = {};
    for (const { code } of replies.filter(({ granted }) => !granted)) refusals[code] = (refusals[code] ?? 0) + 1;
    return { seconds, kills, grants: holds.length, refusals, violations };
  } finally {
    await database.end().catch(() => undefined);
    await Promise.all(https.map((http) => http.close()));
  }
}

/** Some people carry one tag, some the other, a few both. */
function tagsOf(person: number): readonly string[] {
  return [...(person % 3 === 0 ? [tags[0]] : []), ...(person % 4 === 0 ? [tags[1]] : [])];
}

async function openPool(
  bed: Bed,
  http: HttpClient,
  database: pg.Client,
  { clients, seats }: { readonly clients: number; readonly seats: number },
) {
  const { seed } = bed;
  const account = await seed.createAccount('Pool');
  const product = await seed.createProduct('pooled');
  const people = await seed.createPeople(account, Math.ceil(clients / devices));
  const [administrator] = await seed.createPeople(account, 1, { role: 'Administrator' });
  const [root] = await seed.createPeople(seed.installation.providerAccountId, 1, { role: 'Root Administrator' });
  const licenses = (await seed.issueLicenses(account, 'pooled', seats)).map(({ rn }) => rn);
  const made = await database.query(
    `insert into tags ("account-id", name) select $1, name from unnest($2::text[]) as name returning id, name`,
    [account, tags],
  );
  const ids = new Map<string, string>(made.rows.map(({ id, name }) => [name, id]));
  const carried = people.flatMap(({ id }, person) => tagsOf(person).map((tag) => ({ user: id, tag: ids.get(tag) })));
  await database.query(
    `insert into "user-tags" ("user-id", "tag-id", "account-id")
      select ("user")::uuid, tag::uuid, $2 from jsonb_to_recordset($1::jsonb) as carried ("user" text, tag text)`,
    [JSON.stringify(carried), account],
  );
  const shares = rules.shares.map((share) => ({
    ...share,
    tag: rnOf(seed.installation, account, 'tag', ids.get(share.tag) ?? ''),
  }));
  const created = await http.send<{ item: { rn: string } }>('POST', '/license/v1/pools', {
    token: administrator?.token ?? '',
    body: {
      'account-id': account,
      name: 'Studio',
      product,
      licenses,
      consumers: { kind: 'everyone' },
      rules: { 'per-user': rules.perUser, shares },
    },
  });
  if (created.status !== 201) throw new Error(`No pool was created: ${JSON.stringify(created.body)}`);
  const id = created.body.item.rn.split(':').at(-1);
  const lending = await http.send('PUT', `/license/v1/pools/${id}/overdraft`, {
    token: root?.token ?? '',
    body: { seats: lent, until: new Date(Date.now() + 86_400_000).toISOString() },
  });
  if (lending.status !== 200) throw new Error(`Nothing was lent: ${JSON.stringify(lending.body)}`);
  return { product, people };
}

interface ConsumeReply {
  readonly lease?: { readonly id: string; readonly epoch: number; readonly license: string };
  readonly problems?: readonly { readonly code: string }[];
}

function createDevice(https: readonly HttpClient[], token: string, product: string, client: number) {
  const name = `device-${client}`;
  const body = {
    product,
    client: { name: 'Pools', version: '1' },
    device: { id: name, name, os: 'Linux', user: name, locale: 'en-GB' },
    'stream-id': name,
  };
  const send = createSender(https, token, client);
  return {
    async use(): Promise<{ reply: PoolReply; hold: PoolHold | null }> {
      const consumed = await send<ConsumeReply>('POST', '/license/v1/leases', body);
      const { lease, problems } = consumed.body;
      const asked = { from: consumed.first, to: consumed.readAt };
      const reply = {
        client,
        granted: lease !== undefined,
        code: problems?.[0]?.code ?? String(consumed.status),
        asked,
      };
      if (!lease) {
        await sleep(Math.random() * 10);
        return { reply, hold: null };
      }
      await sleep(Math.random() * 400);
      const returning = performance.now();
      const returned = await send('DELETE', `/license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
      if (returned.status !== 200) throw new Error(`A seat could not be given back: ${JSON.stringify(returned.body)}`);
      const certain = { from: consumed.readAt, to: returning };
      const possible = { from: consumed.first, to: returned.readAt };
      return { reply, hold: { client, seat: lease.license, epoch: lease.epoch, certain, possible } };
    },
  };
}
