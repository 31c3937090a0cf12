import pg from 'pg';
import { makeCompany } from '../company.ts';
import { contest } from '../contest.ts';
import type { Line, Part } from '../part.ts';
import { signIn } from '../sign-in.ts';

/** Creating users, against the bare INSERTs of the same rows in one transaction. */
export const measureCreateUser: Part = async (installation, client, effort): Promise<Line[]> => {
  const { product, superuser } = installation;
  const company = await makeCompany(superuser, 'New Users', 10);
  const headers = await signIn(product, company);
  const ours = {
    method: 'POST',
    path: '/iam/v1/users',
    headers,
    body: JSON.stringify({
      email: '{n}@new-users.example',
      'first-name': 'Ada',
      'last-name': 'Byron',
      title: 'Dr.',
      description: '',
      'account-id': company.account,
    }),
  } as const;
  const plain = {
    method: 'POST',
    path: `/accounts/${company.account}/users`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: '{n}@new-users.example' }),
  } as const;
  const result = await contest(installation, client, effort, {
    connections: 16,
    seconds: effort.seconds,
    ours: [ours],
    bare: [plain],
  });
  return [
    { part: 'd', what: 'Create a user', unit: '/s', goal: 0.7, ...result },
    { part: 'd', what: 'Audit log, for each line with its indexes', unit: 'bytes', ours: await auditLine(superuser) },
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
