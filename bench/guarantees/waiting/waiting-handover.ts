import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyhold } from '@keyhold/sdk';
import type { Bed } from '../../bed/bed.ts';
import type { SeededPerson } from '../../bed/seed.ts';

/** What one question cost, in milliseconds, until the second device works. */
export interface Handover {
  /** From the question of the second device. */
  readonly fromQuestion: number;
  /** From the moment in which the first device, having saved, gives its license back. */
  readonly fromReturn: number;
}

/** How often a license is handed over. A holder is asked once in 15 minutes: each time it is two other people. */
const times = 20;

/**
 * Two devices with the SDK and one license: the second waits and asks the first, which saves its work and gives the
 * license back; then the second works.
 */
export async function measureHandover(bed: Bed): Promise<Handover[]> {
  const account = await bed.seed.createAccount('Handover');
  const product = await bed.seed.createProduct('handover');
  await bed.seed.issueLicenses(account, 'handover', 1);
  const people = await bed.seed.createPeople(account, 2 * times);
  const handovers: Handover[] = [];
  for (let index = 0; index < people.length; index += 2) {
    const [first, second] = people.slice(index, index + 2) as [SeededPerson, SeededPerson];
    handovers.push(await handOver(bed, product, first, second));
  }
  return handovers;
}

async function handOver(bed: Bed, product: string, first: SeededPerson, second: SeededPerson): Promise<Handover> {
  const [node, other = node] = bed.nodes;
  if (!node || !other) throw new Error('The bed has no server.');
  const consume = (url: string, { id, token }: SeededPerson, request: object = {}) => {
    const device = { id: `device of ${id}`, name: 'Desk', os: 'Linux', user: 'person', locale: 'en-GB' };
    const client = { name: 'Handover', version: '1' };
    return createKeyhold({ baseUrl: url, token }).consume({ product, client, device, ...request });
  };
  const holding = await consume(node.url, first);
  const returned = Promise.withResolvers<number>();
  holding.on('asked', async ({ message }) => {
    await appendFile(join(bed.folder, 'saved'), `${message}\n`);
    const began = performance.now();
    await holding.release();
    returned.resolve(began);
  });
  let askedAt: number | null = null;
  const working = await consume(other.url, second, {
    wait: true,
    onPlace: ({ ask }: { readonly ask: (message: string) => Promise<number> }) => {
      if (askedAt !== null) return;
      askedAt = performance.now();
      ask('I have a deadline.').catch(returned.reject);
    },
  });
  const worksAt = performance.now();
  const began = await returned.promise;
  await working.release();
  return { fromQuestion: worksAt - (askedAt ?? Number.NaN), fromReturn: worksAt - began };
}
