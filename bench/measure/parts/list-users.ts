import { makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** How many at once ask for a list of so many. */
const sizes = [
  { people: 50, connections: 16 },
  { people: 1_000, connections: 4 },
  { people: 10_000, connections: 2 },
] as const;

/** All users of an account, against a bare route that passes on what one SQL statement makes as JSON. */
export const measureLists: Part = async (installation, client, effort): Promise<Line[]> => {
  const { product, superuser } = installation;
  const lines: Line[] = [];
  for (const { people, connections } of sizes) {
    const company = await makeCompany(superuser, `List of ${people}`, people);
    const headers = await signIn(product, company);
    const result = await contest(installation, client, effort, {
      connections,
      seconds: effort.seconds * 1.5,
      ours: [{ method: 'GET', path: '/iam/v1/users', headers }],
      bare: [{ method: 'GET', path: `/accounts/${company.account}/users`, headers: {} }],
    });
    lines.push({ part: 'b', what: `GET ${people.toLocaleString('en')} users`, unit: '/s', goal: 0.8, ...result });
  }
  return lines;
};
