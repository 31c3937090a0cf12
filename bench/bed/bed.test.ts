import { expect, it } from 'vitest';
import { openBed } from './bed.ts';
import { openHttpClient, signIn } from './http-client.ts';
import { seedPassword } from './seed.ts';

it('servers share a database, outlive its death, and answer again after their own', async () => {
  const bed = await openBed({ nodes: 2 });
  const clients = bed.nodes.map(({ url }) => openHttpClient(url));
  const [one, other] = clients as [(typeof clients)[0], (typeof clients)[0]];
  try {
    const account = await bed.seed.createAccount('Acme Print');
    const [ada] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const product = await bed.seed.createProduct('studio');
    await bed.seed.issueLicenses(account, 'studio', 3);
    const token = await signIn(one, ada?.email ?? '', seedPassword);
    const consumable = async () => {
      const reply = await other.send<{ items?: { certificate: { product: string } }[] }>(
        'GET',
        '/license/v1/licenses/consumable',
        { token },
      );
      return reply.body.items?.map(({ certificate }) => certificate.product);
    };
    expect(await consumable()).toEqual([product, product, product]);
    await bed.database.killAndWait();
    await expect.poll(consumable, { timeout: 30_000 }).toHaveLength(3);
    await bed.nodes[1]?.kill();
    await expect(consumable()).rejects.toThrow();
    await bed.nodes[1]?.start();
    expect(await consumable()).toHaveLength(3);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await bed.close();
  }
});
