import { median, percentile } from '../../bed/numbers.ts';
import { openEvents } from '../events.ts';
import type { Line, Part } from '../part.ts';

/** The number of measured releases. */
const releases = 60;

/** Measures the time from the administrator's request until the application receives the event on its open stream. */
export const measureRelease: Part = async ({ ours: { bed, url } }): Promise<Line[]> => {
  const account = await bed.seed.createAccount('Releases');
  const [admin] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  const [user] = await bed.seed.createPeople(account, 1);
  if (!admin || !user) throw new Error('Nobody was created.');
  const productRn = await bed.seed.createProduct('bench-released');
  const [license] = await bed.seed.issueLicenses(account, 'bench-released', 1);
  const call = async (token: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { lease: { id: string; epoch: number } };
  };
  const times: number[] = [];
  for (let release = 0; release < releases; release += 1) {
    const device = { id: `device-${release}`, name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' };
    const client = { name: 'Studio', version: '26.1' };
    const body = { product: productRn, client, device, 'stream-id': `run-${release}` };
    const { lease } = await call(user.token, 'POST', '/license/v1/leases', body);
    const events = await openEvents(`${url}/license/v1/leases/${lease.id}/events`, user.token);
    await events.next('state');
    const heard = events.next('released').then(() => performance.now());
    const began = performance.now();
    await call(admin.token, 'POST', `/license/v1/licenses/${license?.id}/unassign`, {});
    times.push((await heard) - began);
    events.close();
    await call(user.token, 'POST', `/license/v1/leases/${lease.id}/ack`, { epoch: lease.epoch });
  }
  return [
    { what: 'Release to application, median', unit: 'ms', ours: median(times) },
    { what: 'Release to application, 99 of 100', unit: 'ms', ours: percentile(times, 0.99) },
  ];
};
