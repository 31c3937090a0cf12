import { median, percentile } from '../../bed/numbers.ts';
import { type Company, makeCompany, password } from '../company.ts';
import { duel } from '../duel.ts';
import { type Load, type LoadRequest, startLoadClient } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Signing in, against nothing but the check of the password, with as many threads. */
export const measureSignIn: Part = async ({ product, bare, superuser }, client, effort): Promise<Line[]> => {
  const company = await makeCompany(superuser, 'Sign In', 400);
  const seconds = effort.seconds * 2;
  const headers = { 'content-type': 'application/json' };
  const requests = company.emails.map((username): LoadRequest => {
    return { method: 'POST', path: '/auth/v1/authorize', headers, body: JSON.stringify({ username, password }) };
  });
  const result = await duel(
    effort.rounds,
    async () => {
      const load = { origin: product, requests, connections: 8, seconds, seed: 'sign-in' };
      const result = await client.run(load);
      return result.done / result.seconds;
    },
    async () => {
      const reply = await fetch(`${bare}/passwords?seconds=${seconds}`);
      return ((await reply.json()) as { rate: number }).rate;
    },
  );
  return [
    { part: 'c', what: 'Sign in', unit: '/s', goal: 0.95, ...result },
    ...(await whileManySignIn(product, company, {
      origin: product,
      requests,
      connections: 16,
      seconds: 8,
      seed: 'many',
    })),
  ];
};

/** What somebody who works meanwhile notices: they read one user after another. */
async function whileManySignIn(origin: string, company: Company, rush: Load): Promise<Line[]> {
  const headers = await signIn(origin, company);
  const requests = company.users.map((id): LoadRequest => ({ method: 'GET', path: `/iam/v1/users/${id}`, headers }));
  const clients = { rush: startLoadClient(), work: startLoadClient() };
  try {
    const [rushed, worked] = await Promise.all([
      clients.rush.run(rush),
      clients.work.run({ origin, requests, connections: 1, seconds: rush.seconds, seed: 'work' }),
    ]);
    const line = { part: 'c', unit: 'ms' };
    return [
      { part: 'c', what: 'Sign in, 16 at once, beside others', unit: '/s', ours: rushed.done / rushed.seconds },
      { ...line, what: 'GET a user meanwhile, median', ours: median(worked.milliseconds) },
      { ...line, what: 'GET a user meanwhile, 99 of 100', ours: percentile(worked.milliseconds, 0.99) },
    ];
  } finally {
    clients.rush.close();
    clients.work.close();
  }
}
