// `npm run bench:lists`: measures every list of an installation that bench:seed has filled, and finding, over HTTP.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { count, startProgress } from '@keyhold/cli';
import { freePorts } from '../bed/free-ports.ts';
import { openHttpClient, signIn } from '../bed/http-client.ts';
import { startNode } from '../bed/node.ts';
import { table } from '../bed/numbers.ts';
import type { SeededAccount } from '../seed/seed.ts';
import { measureFinding } from './find.ts';
import { isOwnTwin, listsOf } from './lists.ts';
import { deepPageOf, type Measured, measureList } from './measure.ts';
import { type ListRequest, requestsOf } from './requests.ts';
import { type ListReply, samplesOf } from './samples.ts';

const help = `Measures every list in every order, narrowed by every filter and by many searches, and finding people, licenses and accounts.

Usage: npm run bench:lists -- --data DIR [options]

  --data DIR         a data folder that bench:seed has filled
  --requests NUMBER  times that each is asked for (default 30)
  --only TEXT        only lists whose path contains this; 'find' for finding
  --json FILE        writes every measurement to a file`;

interface Seeded {
  readonly administrator: { readonly email: string; readonly password: string };
  readonly amounts: Readonly<Record<string, number>>;
  readonly accounts: readonly SeededAccount[];
}

interface Result extends Measured, Pick<ListRequest, 'path' | 'sort' | 'asked'> {
  readonly users: number;
}

/** The limit for every page, in milliseconds. */
const goal = 200;

/** Filters that may be fast in one order and slow in another: with many matches, or matches at an order's end. */
const inEveryOrder: ReadonlySet<string> = new Set([
  'everything',
  'search: two characters',
  'search: a common trigram',
  'search: a status',
  'status=Pending',
]);

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    requests: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.data === undefined) console.log(help);
else await measureAll(values.data, Number(values.requests), values.only, values.json);

async function measureAll(data: string, times: number, only: string, json: string | undefined): Promise<void> {
  const seeded = JSON.parse(await readFile(join(data, 'seed.json'), 'utf8')) as Seeded;
  const [port = 0] = await freePorts(1);
  const node = await startNode({ port, data, environment: { NODE_ENV: 'production' } });
  const client = openHttpClient(node.url);
  const progress = startProgress('Measuring');
  const results: Result[] = [];
  try {
    const token = await signIn(client, seeded.administrator.email, seeded.administrator.password);
    // Skips the provider's account, which is like a small one.
    const accounts = seeded.accounts.slice(1);
    const work = await Promise.all(
      accounts.map(async (account, index) => {
        const samples = await samplesOf(
          async (path) => (await client.send<ListReply>('GET', path, { token })).body,
          account.id,
        );
        const lists = listsOf().filter(
          ({ path, ofAccount }) =>
            !path.includes('{') && path.includes(only) && (ofAccount || index === 0) && !isOwnTwin(path),
        );
        return lists.flatMap((list) =>
          requestsOf(list, list.ofAccount ? account.id : null, samples)
            .filter(({ sort, asked }) => sort === list.sorts[0] || (index === 0 && inEveryOrder.has(asked)))
            .map((request) => ({ users: account.users, request })),
        );
      }),
    );
    const all = work.flat();
    for (const [index, { users, request }] of all.entries()) {
      progress.update(index, all.length);
      const measure = async (wanted: ListRequest) => {
        const { path, sort, asked } = wanted;
        results.push({ path, sort, asked, users, ...(await measureList(client, token, wanted, times)) });
      };
      await measure(request);
      const deep = request.asked === 'everything' ? await deepPageOf(client, token, request) : null;
      if (deep) await measure(deep);
    }
    const [largest] = accounts;
    if (largest && '/admin/v1/find'.includes(only)) {
      const found = await measureFinding(client, token, largest.id, times);
      results.push(...found.map((each) => ({ ...each, sort: '', users: seeded.amounts['users'] ?? 0 })));
    }
  } finally {
    progress.stop();
    await client.close();
    await node.stop();
  }
  report(results, times);
  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ amounts: seeded.amounts, times, results }, null, 1)}\n`);
}

function report(results: readonly Result[], times: number): void {
  const groups = Map.groupBy(results, ({ path, users, asked }) => `${path}|${users}|${asked}`);
  const worst = [...groups.values()].map((group) => group.toSorted((one, other) => other.p95 - one.p95)[0]);
  console.log(
    table(
      worst.flatMap((each) =>
        each
          ? [
              {
                List: each.path,
                'Users in the account': each.users,
                'Asked for': each.asked,
                Found: each.total,
                'Slowest order': each.sort,
                'p50 ms': each.p50.toFixed(1),
                'p95 ms': each.p95.toFixed(1),
              },
            ]
          : [],
      ),
    ),
  );
  const slow = results.filter(({ p95 }) => p95 >= goal);
  console.log(
    `\n${count(results.length, 'request')}, ${times} times each: ${count(slow.length, 'request')} not below ${goal} ms at the 95th percentile.`,
  );
}
