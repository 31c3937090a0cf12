import { type Company, password } from './company.ts';

/** Signs a user of a company in and returns the headers of their requests. */
export async function signIn(origin: string, company: Company, person = 0): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/auth/v1/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: company.emails[person], password }),
  });
  const body = (await reply.json()) as { token?: string; errors: string[] };
  if (!body.token) throw new Error(`Nobody could be signed in: ${body.errors.join(' ')}`);
  return { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' };
}
