import { type AuditRow, parseRn, resources, rnSchema } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import type { Selectable } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { accountOf, requireProviderStaff } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuditTable } from '../../db/schema.ts';
import type { Input } from '../../http/input.ts';
import { rnOf } from '../../installation.ts';
import { resourceOf } from '../../records/resources.ts';

/** A row of the audit log as replies show it to the reader. */
export function auditRow(reader: Actor, row: Selectable<AuditTable>): AuditRow {
  const actor = row.actor as { readonly rn: string | null; readonly name: string };
  return resourceOf(resources.auditRow, {
    ...row,
    actor: actor.rn,
    'actor-name': actor.name,
    account: rnOf(reader.installation, row['account-id'], 'account', row['account-id']),
    after: reader.crossesAccounts ? row.after : withoutOtherAccount(row.after),
    hash: row.hash.toString('hex'),
  });
}

/** Removes the account that a license moved to or from, which is shown only to readers who may see other accounts. */
function withoutOtherAccount(side: unknown): unknown {
  if (typeof side !== 'object' || side === null || !('other-account' in side)) return side;
  const { 'other-account': _, ...shown } = side;
  return shown;
}

/** What the value `all` of a query's `account` means: the logs of all accounts, those of deleted ones included. */
export const allAccounts = null;

/**
 * The account whose log a query is about, or {@link allAccounts} for provider staff.
 *
 * @throws {ProblemError} 403 for anyone but provider staff who want the log of all accounts, 404 for an account out of reach
 */
export async function loggedAccount(
  tx: Transaction,
  actor: Actor,
  query: { readonly account?: string | undefined },
): Promise<string | typeof allAccounts> {
  if (query.account !== 'all') return accountOf(tx, actor, query);
  requireProviderStaff(actor);
  return allAccounts;
}

/** Selects the rows of a log that match the filters. */
export function selectAudit(tx: Transaction, account: string | typeof allAccounts, filters: AuditFilters) {
  let rows = tx.selectFrom('audit').selectAll();
  // An entry is in the log of its resource's account.
  const logged = account ?? accountOfResource(filters.resource);
  // Planned for its values: some actions are half of a log, others almost nothing.
  if (logged !== null) rows = rows.where('account-id', '=', planFor(logged));
  if (filters.action !== undefined) rows = rows.where('action', '=', filters.action);
  if (filters.resource !== undefined) rows = rows.where('resource', '=', filters.resource);
  if (filters.actor !== undefined) rows = rows.where('actor-rn', '=', filters.actor);
  if (filters.from !== undefined) rows = rows.where('on', '>=', new Date(filters.from));
  if (filters.to !== undefined) rows = rows.where('on', '<', new Date(filters.to));
  return rows;
}

type AuditFilters = Pick<Input<'exportAudit'>['query'], 'action' | 'resource' | 'actor' | 'from' | 'to'>;

function accountOfResource(resource: string | undefined): string | null {
  if (resource === undefined || !rnSchema.safeParse(resource).success) return null;
  const { accountId } = parseRn(resource);
  return isUuid(accountId) ? accountId : null;
}
