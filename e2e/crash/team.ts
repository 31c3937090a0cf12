import { createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import type { Credential } from '../product.ts';
import { readAuditLog } from './audit-log.ts';
import { createWriter, type Writer } from './writer.ts';

/** An administrator, and the writers that work with the one session it signed in to before the first kill. */
export interface Team {
  readonly email: string;
  readonly writers: readonly Writer[];
}

const writersPerTeam = 3;

/** Signs a customer's administrator in. */
export async function openTeam(url: string, person: Credential): Promise<Team> {
  const body = { username: person.email, password: person.password };
  const token = tokenOf(await createClient({ baseUrl: url }).send(calls.authorize, { body }));
  const client = createClient({ baseUrl: url, token: () => token });
  // E-mails are nobody else's in all accounts, so the names differ from team to team.
  const prefix = `writer-of-${person.strategy.toLowerCase()}`;
  return {
    email: person.email,
    writers: Array.from({ length: writersPerTeam }, (_, index) =>
      createWriter(client, { name: `${prefix}-${index + 1}`, accountId: person['account-id'] }),
    ),
  };
}

/** What is not as it was acknowledged. */
export async function checkWrites(teams: readonly Team[]): Promise<string[]> {
  const found = await Promise.all(teams.flatMap(({ writers }) => writers.map((writer) => writer.check())));
  return found.flat();
}

/** The audit chains must be whole, and hold each change that happened exactly once. */
export async function checkAudit(database: string, teams: readonly Team[]): Promise<string[]> {
  const { faults, changes } = await readAuditLog(
    database,
    teams.map(({ email }) => email),
  );
  const miscounted = teams.flatMap(({ email, writers }) => {
    const happened = writers.reduce((sum, writer) => sum + writer.happened(), 0);
    const logged = changes.get(email) ?? 0;
    return logged === happened ? [] : [`${email} made ${happened} changes, and the audit log has ${logged}.`];
  });
  return [...faults, ...miscounted];
}
