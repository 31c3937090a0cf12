import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/database/database.ts';
import { type Bed, openBed } from './bed.ts';
import { openHttpClient, signIn } from './http-client.ts';
import { seedPassword } from './seed.ts';

const beds: Bed[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  beds.push(await openBed({ nodes: 2, database: database.connectionString }));
});
beforeAll(async () => {
  beds.push(await openBed({ nodes: 1 }));
});
afterAll(async () => {
  for (const bed of beds) await bed.close();
  await database.drop();
});

/** Issues three licenses, and returns a function that queries how many a bed's last server lets a user consume. */
async function seedConsumer(bed: Bed): Promise<() => Promise<number | undefined>> {
  const account = await bed.seed.createAccount('Acme Print');
  const [ada] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  await bed.seed.createProduct('studio');
  await bed.seed.issueLicenses(account, 'studio', 3);
  const [first] = bed.nodes;
  const client = openHttpClient(first?.url ?? '');
  const token = await signIn(client, ada?.email ?? '', seedPassword);
  await client.close();
  return async () => {
    const last = openHttpClient(bed.nodes.at(-1)?.url ?? '');
    try {
      const reply = await last.send<{ items?: unknown[] }>('GET', '/license/v1/licenses/consumable', { token });
      return reply.body.items?.length;
    } finally {
      await last.close();
    }
  };
}

it('servers share a database, and answer again after they were killed', async () => {
  const [bed] = beds as [Bed];
  const consumable = await seedConsumer(bed);
  expect(await consumable()).toBe(3);
  await bed.nodes[1]?.kill();
  await expect(consumable()).rejects.toThrow();
  await bed.nodes[1]?.start();
  expect(await consumable()).toBe(3);
});

it('a server survives the crash of its database', async () => {
  const [, bed] = beds as [Bed, Bed];
  const consumable = await seedConsumer(bed);
  expect(await consumable()).toBe(3);
  await bed.database.killAndWait();
  // It answers 503 until it has noticed the crash.
  while ((await consumable()) !== 3);
});
