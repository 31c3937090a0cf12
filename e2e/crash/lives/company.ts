import { type ApiClient, createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import { databaseFolder, type Product, readCredentials } from '../../fixtures/product.ts';
import { license } from './license.ts';
import type { BeginLife, Surroundings } from './life.ts';
import { type Living, startLiving, type Tally } from './live.ts';
import { many } from './many.ts';
import { person } from './person.ts';
import { rehearse } from './rehearsal.ts';

/** The kinds of lives, and how many of each kind run at the same time. */
const kinds: Readonly<Record<string, BeginLife>> = { person, license, many };
const atOnce = 2;

/** Rehearses each kind of life without failures, and starts all lives. */
export async function openCompany(product: Product, receiver: string): Promise<Living[]> {
  const root = await signInRoot(product);
  const { item: studio } = await root.send(calls.createProduct, {
    body: { id: 'broken-off', name: 'Broken off', description: '' },
  });
  // Long enough that no lease expires in the meantime.
  await root.send(calls.updateProduct, {
    params: { id: 'broken-off' },
    body: { name: 'Broken off', 'heartbeat-seconds': 300, 'lease-seconds': 900 },
  });
  const addon = (await root.send(calls.listAddons, {})).items[0]?.rn ?? '';
  const database = await databaseFolder(product.dataDirectory);
  const surroundings: Surroundings = { url: product.url, root, product: studio.rn, addon, receiver, database };
  const living: Living[] = [];
  for (const [kind, begin] of Object.entries(kinds)) {
    const course = await rehearse(begin, surroundings, `Rehearsed ${kind}`);
    for (let index = 1; index <= atOnce; index += 1) {
      living.push(startLiving(begin, surroundings, `Life ${kind} ${index}`, course));
    }
  }
  return living;
}

/** Signs in as a Root Administrator of the demo. */
async function signInRoot({ url, dataDirectory }: Product): Promise<ApiClient> {
  const root = (await readCredentials(dataDirectory)).find(({ role }) => role === 'Root Administrator');
  const body = { username: root?.email ?? '', password: root?.password ?? '' };
  const token = tokenOf(await createClient({ baseUrl: url }).send(calls.authorize, { body }));
  return createClient({ baseUrl: url, token: () => token });
}

/** Sums the tallies of all lives, by kind of change. */
export function talliesOf(living: readonly Living[]): ReadonlyMap<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const [kind, tally] of living.flatMap(({ tallies }) => [...tallies])) {
    const sum = sums.get(kind) ?? { acknowledged: 0, happened: 0, undone: 0 };
    sums.set(kind, {
      acknowledged: sum.acknowledged + tally.acknowledged,
      happened: sum.happened + tally.happened,
      undone: sum.undone + tally.undone,
    });
  }
  return sums;
}
