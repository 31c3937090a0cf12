import type { Bed } from '../../bed/bed.ts';
import { openHttpClient } from '../../bed/http-client.ts';
import type { SeededPerson } from '../../bed/seed.ts';
import { openWaitingObserver } from './waiting-observer.ts';

/** Who waits for which product. */
export interface WaitingScene {
  readonly people: readonly SeededPerson[];
  readonly product: string;
}

/** Creates two pools of one product: one for everyone, and one for half of the waiters. Few are in the first class. */
export async function prepareWaiting(
  bed: Bed,
  { waiters, seats }: { readonly waiters: number; readonly seats: number },
): Promise<WaitingScene> {
  const account = await bed.seed.createAccount('Waiting');
  const product = await bed.seed.createProduct('waiting', { heartbeat: 300, lease: 900 });
  const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  const people = await bed.seed.createPeople(account, waiters);
  const licenses = (await bed.seed.issueLicenses(account, 'waiting', seats)).map(({ rn }) => rn);
  const http = openHttpClient(bed.nodes[0]?.url ?? '', 4);
  const token = administrator?.token ?? '';
  const send = async (path: string, body: object): Promise<string> => {
    const reply = await http.send<{ item?: { rn: string } }>('POST', path, { token, body });
    if (!reply.body.item) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`);
    return reply.body.item.rn;
  };
  const createTag = (name: string) => send('/iam/v1/tags', { name, 'account-id': account });
  const [first, last, night] = [await createTag('First'), await createTag('Last'), await createTag('Night')];
  const observer = await openWaitingObserver(bed.database.connectionString);
  for (const [index, { id }] of people.entries()) {
    const inClass = classOf(index);
    const tags = [...([[first], [], [last]][inClass - 1] as string[]), ...(index % 20 < 10 ? [night] : [])];
    await observer.tag(account, id, tags, inClass);
  }
  await observer.close();
  const priorities = [
    { tag: first, class: 1 },
    { tag: last, class: 3 },
  ];
  const half = Math.ceil(licenses.length / 2);
  const createPool = (name: string, some: readonly string[], consumers: object) =>
    send('/license/v1/pools', {
      'account-id': account,
      name,
      product,
      licenses: some,
      consumers,
      rules: { priorities },
    });
  await createPool('All', licenses.slice(0, half), { kind: 'everyone' });
  await createPool('Night', licenses.slice(half), { kind: 'tags', tags: [night] });
  await http.close();
  return { people, product };
}

/** Of ten waiters one is in the first class and two are in the second, so that seats are left for the last. */
function classOf(index: number): 1 | 2 | 3 {
  const turn = index % 10;
  if (turn === 0) return 1;
  return turn < 3 ? 2 : 3;
}
