import { setTimeout as sleep } from 'node:timers/promises';
import { makeCompany } from '../company.ts';
import type { Line, Part } from '../part.ts';
import { heldMemory } from '../processes.ts';
import { signIn } from '../sign-in.ts';

const megabyte = 1024 * 1024;

/** Measures the memory of server and database: idle, and the maximum while users are read and listed. */
export const measureMemory: Part = async ({ ours }, client): Promise<Line[]> => {
  const { url: origin, superuser } = ours;
  const rest = await heldMemory(ours.pids);
  const company = await makeCompany(superuser, 'Memory', 1000);
  const headers = await signIn(origin, company);
  const requests = [...company.users.slice(0, 50).map((id) => `/iam/v1/users/${id}`), '/iam/v1/users'].map((path) => {
    return { method: 'GET', path, headers } as const;
  });
  let loading = true;
  const load = client.run({ origin, requests, connections: 32, seconds: 10, seed: 'memory' }).finally(() => {
    loading = false;
  });
  const most = { server: 0, database: 0 };
  while (loading) {
    const now = await heldMemory(ours.pids);
    most.server = Math.max(most.server, now.server);
    most.database = Math.max(most.database, now.database);
    await sleep(250);
  }
  await load;
  const line = (what: string, bytes: number): Line => ({ what, unit: 'MB', ours: bytes / megabyte });
  return [
    line('Memory of the server, at rest', rest.server),
    line('Memory of the server, most under load', most.server),
    line('Memory of PostgreSQL, at rest', rest.database),
    line('Memory of PostgreSQL, most under load', most.database),
  ];
};
