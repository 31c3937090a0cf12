import { makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { LoadRequest } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Measures reading one user as an administrator, against a bare route with one prepared SELECT by primary key. */
export const measureGetUser: Part = async (installation, client, effort): Promise<Line[]> => {
  const result = await contest(installation, client, effort, {
    connections: 32,
    seconds: effort.seconds,
    async prepare(product) {
      const company = await makeCompany(product.superuser, 'Single Users', 1000);
      const headers = await signIn(product.url, company);
      const ask = (path: (id: string) => string, headers = {}): LoadRequest[] =>
        company.users.map((id) => ({ method: 'GET', path: path(id), headers }));
      return { ours: ask((id) => `/iam/v1/users/${id}`, headers), bare: ask((id) => `/users/${id}`) };
    },
  });
  return [{ what: 'GET a user', unit: '/s', goal: 0.75, ...result }];
};
