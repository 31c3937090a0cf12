import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { domainOf, formsOfDomain } from '../../email-address.ts';
import { conflict } from '../../problem.ts';

/**
 * Refuses an e-mail in a domain that another account has proven.
 *
 * @throws {ProblemError} 409 `email-domain-taken`
 */
export async function requireOwnDomain(tx: Transaction, account: string, email: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select "email-domain-taken"(${domainOf(email)}, ${account}::uuid) as taken`.execute(tx);
  if (rows[0]?.taken) throw conflict('email-domain-taken', 'This email belongs to another organization.', 'email');
}

/** Whether an account has proven the domain of an e-mail. */
export async function hasProvenDomain(tx: Transaction, account: string, email: string): Promise<boolean> {
  const proven = await tx
    .selectFrom('connection-domains')
    .select('name')
    .where('account-id', '=', account)
    .where('name', '=', domainOf(email))
    .where('verified-on', 'is not', null)
    .executeTakeFirst();
  return proven !== undefined;
}

/** The number of people of other accounts with an e-mail in a domain. */
export async function countElsewhere(tx: Transaction, account: string, domain: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select "people-elsewhere"(${formsOfDomain(domain)}::text[], ${account}::uuid) as people`.execute(tx);
  return rows[0]?.people ?? 0;
}
