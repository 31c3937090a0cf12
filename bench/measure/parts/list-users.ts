import { type Company, makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { Effort } from '../effort.ts';
import type { Installation, Product } from '../installation.ts';
import type { LoadClient } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** A request for a list: a page of an account's people, or all of them. */
interface List {
  readonly page?: number;
  readonly connections: number;
  readonly goal: number;
}

/** Accounts, with the lists that are requested of each. */
const accounts: readonly { readonly people: number; readonly lists: readonly List[] }[] = [
  {
    people: 10_000,
    lists: [
      { page: 100, connections: 16, goal: 0.5 },
      { connections: 2, goal: 0.6 },
    ],
  },
  { people: 1_000_000, lists: [{ page: 50, connections: 16, goal: 0.5 }] },
];

/**
 * Measures lists of users, against a bare route with one plain SELECT of the same rows, which Node.js serializes; and
 * against a route that returns a JSON text which PostgreSQL builds of the same users, with their roles and tags.
 */
export const measureLists: Part = async (installation, client, effort): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { people, lists } of accounts) {
    const companies = new Map<Product, Company>();
    for (const product of [installation.ours, installation.before]) {
      if (product)
        companies.set(product, await makeCompany(product.superuser, `List of ${people}`, people, { searched: false }));
    }
    for (const list of lists) {
      const of = list.page === undefined ? 'all' : `${list.page} of`;
      const what = `GET ${of} ${people.toLocaleString('en')} users`;
      const measure = (route: string) => measureList(installation, client, effort, companies, list, route);
      lines.push({ what, unit: '/s', goal: list.goal, ...(await measure('users')) });
      if (people < 1_000_000) {
        const beside = `${what}, against JSON made by PostgreSQL`;
        lines.push({ what: beside, unit: '/s', ...(await measure('users-as-json')) });
      }
    }
  }
  return lines;
};

function measureList(
  installation: Installation,
  client: LoadClient,
  effort: Effort,
  companies: ReadonlyMap<Product, Company>,
  { page, connections }: List,
  route: string,
) {
  const query = page === undefined ? '' : `?limit=${page}`;
  return contest(installation, client, effort, {
    connections,
    seconds: effort.seconds,
    async prepare(product) {
      const company = companies.get(product);
      if (!company) throw new Error('There is nobody to list.');
      const headers = await signIn(product.url, company);
      return {
        ours: [{ method: 'GET', path: `/iam/v1/users${query}`, headers }],
        bare: [{ method: 'GET', path: `/accounts/${company.account}/${route}${query}`, headers: {} }],
      };
    },
  });
}
