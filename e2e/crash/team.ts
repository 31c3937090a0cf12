import { createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import type { Credential } from '../fixtures/product.ts';
import { readAuditLog } from './audit-log.ts';
import { createWriter, type Writer } from './writer.ts';

/** An administrator, and the writers that share their session from before the first kill. */
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
  // E-mails are unique across all accounts, so the names differ between teams.
  const prefix = `writer-of-${person.strategy.toLowerCase()}`;
  return {
    email: person.email,
    writers: Array.from({ length: writersPerTeam }, (_, index) =>
      createWriter(client, { name: `${prefix}-${index + 1}`, accountId: person['account-id'] }),
    ),
  };
}

/** Returns a line for each difference from the acknowledged writes. */
export async function checkWrites(teams: readonly Team[]): Promise<string[]> {
  const found = await Promise.all(teams.flatMap(({ writers }) => writers.map((writer) => writer.check())));
  return found.flat();
}

/** Checks that the audit chains are intact, and contain each change that happened exactly once. */
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
