import { Resolver } from 'node:dns/promises';
import { proofRecordName } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { accountOf, scopeOf } from '../../../access/guards.ts';
import { requireAuthorityOverAccount } from '../../../access/rights.ts';
import { audit } from '../../../audit/audit.ts';
import { inTransaction, readOnly, type Transaction } from '../../../db/database.ts';
import { uniquenessProblem } from '../../../db/errors.ts';
import { clock } from '../../../db/expressions.ts';
import type { Operation, Procedure } from '../../../http/bind.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { conflict, notFound } from '../../../problem.ts';
import { countElsewhere } from '../../users/email-domains.ts';
import { connectionResource, findConnection, requireConnection } from './connections.sql.ts';

/** Timeout of a DNS query, in milliseconds, and the number of tries. */
const lookup = { timeout: 3_000, tries: 2 };

/** Looks up the record before the transaction that relies on it. */
export const verifyDomain: Procedure<'verifyDomain'> = async (services, actor, { params, query }) => {
  const name = params.name.toLowerCase();
  const domain = await readOnly(services.db, scopeOf(actor), async (tx) => {
    const account = await accountOf(tx, actor, query);
    const found = await findDomain(tx, account, name);
    await requireAuthorityOverAccount(tx, actor, account);
    requireFreeDomain(actor.installation, account, name);
    const connection = await requireConnection(tx, account);
    const elsewhere = await countElsewhere(tx, account, name);
    return { account, ...found, elsewhere, item: connectionResource(actor.installation, connection) };
  });
  if (domain['verified-on'] !== null) return { item: domain.item, elsewhere: domain.elsewhere };
  const records = await readRecords(proofRecordName(name));
  if (!records.includes(domain.record)) {
    throw conflict(
      'domain-not-proven',
      `There is no TXT record ${proofRecordName(name)} with the value ${domain.record} yet. A new record can take some hours to be seen.`,
    );
  }
  return inTransaction(services.db, scopeOf(actor), (tx) =>
    proveDomain(tx, actor, domain.account, domain, 'iam:VerifyDomain'),
  ).catch((error: unknown) => {
    throw uniquenessProblem(error) ?? error;
  });
};

export const vouchForDomain: Operation<'vouchForDomain'> = async (tx, actor, { params, query }) => {
  const account = await accountOf(tx, actor, query);
  const domain = await findDomain(tx, account, params.name.toLowerCase());
  await requireAuthorityOverAccount(tx, actor, account);
  requireFreeDomain(actor.installation, account, domain.name);
  return proveDomain(tx, actor, account, domain, 'iam:VouchForDomain');
};

/**
 * Reserves the provider's own e-mail domain to the provider account.
 *
 * @throws {ProblemError} 409 for any other account
 */
export function requireFreeDomain(installation: Installation, account: string, name: string, path = 'name'): void {
  if (name !== installation.providerEmailDomain || account === installation.providerAccountId) return;
  throw conflict('domain-taken', 'This domain belongs to another account.', path);
}

interface Domain {
  readonly name: string;
  readonly record: string;
  readonly 'verified-on': string | null;
}

async function findDomain(tx: Transaction, account: string, name: string): Promise<Domain> {
  const domain = (await findConnection(tx, account))?.domains.find((one) => one.name === name);
  if (!domain) throw notFound();
  return domain;
}

/** Marks a domain as proven by the account. The unique index of proven domains refuses a second account. */
async function proveDomain(
  tx: Transaction,
  actor: Actor,
  account: string,
  { name, record }: Domain,
  action: 'iam:VerifyDomain' | 'iam:VouchForDomain',
) {
  // Releases a domain that a deleted account has proven.
  await tx
    .updateTable('connection-domains')
    .set({ 'verified-on': null })
    .where('name', '=', name)
    .where('verified-on', 'is not', null)
    .where('account-id', 'in', (query) => query.selectFrom('accounts').select('id').where('deleted-on', 'is not', null))
    .execute();
  const proven = await tx
    .updateTable('connection-domains')
    .set({ 'verified-on': clock })
    .where('account-id', '=', account)
    .where('name', '=', name)
    .where('record', '=', record)
    .where('verified-on', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (proven) {
    const resource = rnOf(actor.installation, account, 'account', account);
    await audit(tx, actor, { action, resource, after: { domain: name } });
  }
  const item = connectionResource(actor.installation, await requireConnection(tx, account));
  return { item, elsewhere: await countElsewhere(tx, account, name) };
}

/**
 * The TXT records of a name; none when there is no such name.
 *
 * @throws {ProblemError} 409 without a reply
 */
async function readRecords(name: string): Promise<string[]> {
  try {
    return (await new Resolver(lookup).resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw conflict('domain-not-looked-up', `The DNS did not answer for ${name}. Try again in a few minutes.`);
  }
}
