import { median, percentile } from '../../bed/numbers.ts';
import { type Company, makeCompany, password } from '../company.ts';
import { contest } from '../contest.ts';
import type { Product } from '../installation.ts';
import { type LoadRequest, startLoadClient } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Measures signing in, against a bare route with one SELECT by e-mail and the same check of the password. */
export const measureSignIn: Part = async (installation, client, effort): Promise<Line[]> => {
  const companies = new Map<Product, Company>();
  const result = await contest(installation, client, effort, {
    connections: 8,
    seconds: effort.seconds * 2,
    async prepare(product) {
      const company = await makeCompany(product.superuser, 'Sign In', 400);
      companies.set(product, company);
      return { ours: attempts(company, '/auth/v1/authorize'), bare: attempts(company, '/sign-in') };
    },
  });
  const lines: Line[] = [{ what: 'Sign in', unit: '/s', goal: 0.8, ...result }];
  for (const [product, company] of companies) {
    lines.push(...(await whileManySignIn(product, company, product === installation.before ? ', before' : '')));
  }
  return lines;
};

function attempts(company: Company, path: string): LoadRequest[] {
  const headers = { 'content-type': 'application/json' };
  return company.emails.map((username) => {
    return { method: 'POST', path, headers, body: JSON.stringify({ username, password }) };
  });
}

/** Measures the latency of reads during many sign-ins: one user after another. */
async function whileManySignIn({ url: origin }: Product, company: Company, whose: string): Promise<Line[]> {
  const headers = await signIn(origin, company);
  const seconds = 8;
  const requests = company.users.map((id): LoadRequest => ({ method: 'GET', path: `/iam/v1/users/${id}`, headers }));
  const clients = { rush: startLoadClient(), work: startLoadClient() };
  try {
    const rush = { requests: attempts(company, '/auth/v1/authorize'), connections: 16, seed: 'many' };
    const [rushed, worked] = await Promise.all([
      clients.rush.run({ origin, seconds, ...rush }),
      clients.work.run({ origin, seconds, requests, connections: 1, seed: 'work' }),
    ]);
    const meanwhile = { unit: 'ms' };
    const { milliseconds } = worked;
    return [
      { what: `Sign in, 16 at once, beside others${whose}`, unit: '/s', ours: rushed.done / rushed.seconds },
      { ...meanwhile, what: `GET a user meanwhile, median${whose}`, ours: median(milliseconds) },
      { ...meanwhile, what: `GET a user meanwhile, 99 of 100${whose}`, ours: percentile(milliseconds, 0.99) },
    ];
  } finally {
    clients.rush.close();
    clients.work.close();
  }
}
