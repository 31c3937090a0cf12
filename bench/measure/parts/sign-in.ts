import { makeCompany, password } from '../company.ts';
import type { LoadRequest } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { duel } from '../rounds.ts';

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
  return [{ part: 'c', what: 'Sign in', unit: '/s', goal: 0.95, ...result }];
};
