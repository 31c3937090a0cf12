import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../fixtures/api.ts';
import type { Running } from './container.ts';

/** The number of sign-ins in progress at the signal to stop: hashing each takes about as long as the signal. */
const signIns = 8;

/** Stops a server while people sign in through nginx; every request must get a reply. */
export async function stopUnderLoad(server: Running, url: string, { email, password }: Person): Promise<string> {
  const body = JSON.stringify({ username: email, password });
  const headers = { 'content-type': 'application/json' };
  const replies = Array.from({ length: signIns }, () =>
    fetch(`${url}/auth/v1/authorize`, { method: 'POST', headers, body }).then(({ status }) => status),
  );
  await sleep(20);
  const told = performance.now();
  const code = await server.stop();
  const took = ((performance.now() - told) / 1000).toFixed(1);
  const statuses = await Promise.all(replies);
  const answered = statuses.filter((status) => status === 200).length;
  if (code !== 0 || answered !== signIns) throw new Error(`Exit ${code}, replies ${statuses.join(', ')}.`);
  return `${answered} of ${signIns} requests in flight answered with 200, exit ${code} after ${took} s`;
}
