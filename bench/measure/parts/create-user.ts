import pg from 'pg';
import { makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { LoadRequest } from '../load.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Measures creating users, against two plain INSERTs in one transaction: the user, and an audit line. */
export const measureCreateUser: Part = async (installation, client, effort): Promise<Line[]> => {
  const result = await contest(installation, client, effort, {
    connections: 16,
    seconds: effort.seconds,
    async prepare({ url, superuser }) {
      const company = await makeCompany(superuser, 'New Users', 10);
      const user = { email: '{n}@new-users.example', 'first-name': 'Ada', 'last-name': 'Byron', title: 'Dr.' };
      const create = (path: string, headers: LoadRequest['headers']): LoadRequest => ({
        method: 'POST',
        path,
        headers,
        body: JSON.stringify({ ...user, description: '', 'account-id': company.account }),
      });
      return {
        ours: [create('/iam/v1/users', await signIn(url, company))],
        bare: [create('/users', { 'content-type': 'application/json' })],
      };
    },
  });
  const bytes = await auditLine(installation.ours.superuser);
  return [
    { what: 'Create a user', unit: '/s', goal: 0.4, ...result },
    { what: 'Audit log, for each line with its indexes', unit: 'bytes', ours: bytes },
  ];
};

async function auditLine(connectionString: string): Promise<number> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  const { rows } = await database.query<{ bytes: number }>(
    `select pg_total_relation_size('audit')::float8 / count(*) as bytes from audit`,
  );
  await database.end();
  return rows[0]?.bytes ?? Number.NaN;
}
