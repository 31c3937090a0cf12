import { randomUUID } from 'node:crypto';
import { type PoolConsumersInput, type PoolRules, resourceIdOf, withConsumers } from '@keyhold/contract';
import { audit, auditItem } from '@keyhold/server/audit';
import type { Transaction } from '@keyhold/server/database';
import { catalogueRnOf, rnOf } from '@keyhold/server/installation';
import { newLicenseKey } from '@keyhold/server/license-key';
import { serviceAccountResource, serviceAccountTokenResource } from '@keyhold/server/resources';
import { hashOfToken, newTokenSecret, prefixOfToken } from '@keyhold/server/token-secret';
import type { ProductName } from './company.ts';
import type { FleetNode } from './devices.ts';
import type { Plan } from './plan.ts';
import { createRandom } from './rows/random.ts';
import type { DemoUse } from './rows/use-history.ts';

const day = 24 * 3_600_000;

interface DemoPool {
  readonly name: string;
  readonly description: string;
  readonly product: ProductName;
  readonly seats: number;
  readonly consumers: PoolConsumersInput;
  readonly rules: Partial<PoolRules>;
}

/**
 * Inserts the demo's pools: one with shares for people, and one for the machines of a render farm.
 *
 * @returns the uses of the past, and the machines that work while the demo runs
 */
export async function insertPools(
  tx: Transaction,
  plan: Plan,
  now: Date,
): Promise<{ readonly uses: readonly DemoUse[]; readonly nodes: readonly FleetNode[] }> {
  if (plan.company.name !== 'Acme Print') return { uses: [], nodes: [] };
  const { farm, token } = await insertFarm(tx, plan, now);
  const [night, freelancers] = [plan.find.tag('Night shift'), plan.find.tag('Freelancers')];
  const pools: readonly DemoPool[] = [
    {
      name: 'Layout, all floors',
      description: 'Three seats are kept for the night shift.',
      product: 'shared',
      seats: 16,
      consumers: { kind: 'everyone' },
      rules: {
        'per-user': 1,
        shares: [
          { tag: night, reserve: 3, limit: null },
          { tag: freelancers, reserve: null, limit: 4 },
        ],
        offline: { seats: 4, days: 7, tags: [] },
      },
    },
    {
      name: 'Render farm',
      description: 'Six nodes in the basement.',
      product: 'render',
      seats: 6,
      consumers: { kind: 'users', users: [farm] },
      rules: {},
    },
  ];
  const uses = [];
  for (const pool of pools) uses.push(...(await insertPool(tx, plan, pool, farm, now)));
  return { uses, nodes: jobs.map((job, index) => nodeOf(plan, token, index, job)) };
}

/** The jobs of the machines that work while the demo runs: often one of two licenses is in use, sometimes both or none. */
const jobs: readonly FleetNode['job'][] = [
  { seconds: 100, restSeconds: 35 },
  { seconds: 75, restSeconds: 50 },
];

function nodeOf({ installation, catalogue }: Plan, token: string, index: number, job: FleetNode['job']): FleetNode {
  const { id, name } = catalogue.products.render;
  const device = { id: randomUUID(), name: nameOfNode(index), os: 'Debian 13', user: 'render', locale: 'en-GB' };
  return {
    token,
    product: catalogueRnOf(installation, 'product', id),
    client: { name, version: '26.1' },
    device,
    job,
  };
}

const nameOfNode = (index: number) => `RENDER-${String(index + 1).padStart(2, '0')}`;

async function insertPool(
  tx: Transaction,
  plan: Plan,
  pool: DemoPool,
  farm: string,
  now: Date,
): Promise<readonly DemoUse[]> {
  const { accountId, installation, catalogue } = plan;
  const product = catalogue.products[pool.product].id;
  const created = new Date(now.getTime() - 30 * day);
  const { id } = await tx
    .insertInto('pools')
    .values({
      'account-id': accountId,
      'product-id': product,
      name: pool.name,
      description: pool.description,
      policies: JSON.stringify(withConsumers([], pool.consumers)),
      rules: JSON.stringify(pool.rules),
      'created-on': created,
      'updated-on': created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const licenses = Array.from({ length: pool.seats }, () => ({
    id: newLicenseKey(),
    'account-id': accountId,
    'product-id': product,
    'pool-id': id,
    type: 'Subscription' as const,
    version: '26',
    description: '',
    'order-reference': `PO-${created.getUTCFullYear()}-2${pool.seats}0`,
    'expiry-perpetual': false,
    'expiry-date': new Date(now.getTime() + 320 * day),
    policies: '[]',
    'created-on': created,
    'updated-on': created,
  }));
  const isFarm = pool.product === 'render';
  const keys = licenses.map((license) => license.id);
  const uses = isFarm ? nightlyUses({ account: accountId, product, user: resourceIdOf(farm), keys }, now) : [];
  const begun = (license: string) => uses.find((use) => use.license === license)?.start;
  const activated = licenses.map((license) => {
    const first = begun(license.id);
    return { ...license, 'activation-date': first === undefined ? null : new Date(first) };
  });
  await tx.insertInto('licenses').values(activated).execute();
  await audit(tx, authorOf(plan), {
    action: 'license:CreatePool',
    resource: rnOf(installation, accountId, 'pool', id),
    after: { name: pool.name, description: pool.description, seats: pool.seats },
  });
  return uses;
}

/** The nights that the nodes of a render farm have worked through. */
const nights = 28;
const hour = 3_600_000;

/** The uses of a render farm: every working night, its nodes take jobs from the evening until the queue is empty. */
function nightlyUses(
  { keys, ...farm }: Pick<DemoUse, 'account' | 'product' | 'user'> & { readonly keys: readonly string[] },
  now: Date,
): DemoUse[] {
  const random = createRandom(keys.length);
  const today = Math.floor(now.getTime() / day) * day;
  return Array.from({ length: nights }, (_, index) => today - (nights - index) * day).flatMap((midnight) => {
    const isWorkday = ![0, 6].includes(new Date(midnight).getUTCDay());
    const nodes = isWorkday ? 2 + random.below(keys.length - 1) : random.below(3);
    return keys.slice(0, nodes).flatMap((license, node) => {
      const uses: DemoUse[] = [];
      let start = midnight + random.between(17, 18.5) * hour;
      for (let jobs = 2 + random.below(4); jobs > 0; jobs -= 1) {
        const end = start + random.between(0.3, 2.2) * hour;
        const device = nameOfNode(node);
        if (end < now.getTime() - hour) uses.push({ ...farm, license, device, start, end, ending: 'returned' });
        start = end + random.between(0.05, 0.4) * hour;
      }
      return uses;
    });
  });
}

/** Inserts the service account of the render farm with the token of its nodes; returns its rn and the token. */
async function insertFarm(tx: Transaction, plan: Plan, now: Date): Promise<{ farm: string; token: string }> {
  const { accountId, installation } = plan;
  const created = new Date(now.getTime() - 30 * day);
  const row = await tx
    .insertInto('service-accounts')
    .values({
      'account-id': accountId,
      name: 'Render farm',
      description: 'Its nodes use the licenses of the pool of the same name.',
      'created-on': created,
      'updated-on': created,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = serviceAccountResource(installation, { ...row, 'role-ids': [] });
  await auditItem(tx, authorOf(plan), 'iam:CreateServiceAccount', null, item);
  const secret = newTokenSecret();
  const token = await tx
    .insertInto('service-account-tokens')
    .values({
      'account-id': accountId,
      'service-account-id': row.id,
      name: 'Nodes in the basement',
      prefix: prefixOfToken(secret),
      hash: hashOfToken(secret) as Buffer,
      // The nodes run on this machine.
      addresses: [],
      'created-on': created,
      'expires-on': new Date(now.getTime() + 335 * day),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = serviceAccountTokenResource(token);
  await audit(tx, authorOf(plan), { action: 'iam:CreateServiceAccountToken', resource: item.rn, after });
  return { farm: item.rn, token: secret };
}

function authorOf({ installation }: Plan) {
  return { installation, origin: { requestId: '', address: '', userAgent: '' } };
}
