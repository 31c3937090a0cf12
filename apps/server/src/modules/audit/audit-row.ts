import { type AuditRow, resources } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import type { Selectable } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuditTable } from '../../db/schema.ts';
import type { Input } from '../../http/input.ts';
import { rnOf } from '../../installation.ts';
import { resourceOf } from '../resources.ts';

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

/** Selects the rows of an account's log that match the filters. */
export function selectAudit(tx: Transaction, account: string, filters: Input<'exportAudit'>['query']) {
  // Planned for its values: some actions are half of a log, others almost nothing.
  let rows = tx.selectFrom('audit').selectAll().where('account-id', '=', planFor(account));
  if (filters.action !== undefined) rows = rows.where('action', '=', filters.action);
  if (filters.resource !== undefined) rows = rows.where('resource', '=', filters.resource);
  if (filters.actor !== undefined) rows = rows.where('actor-rn', '=', filters.actor);
  if (filters.from !== undefined) rows = rows.where('on', '>=', new Date(filters.from));
  if (filters.to !== undefined) rows = rows.where('on', '<', new Date(filters.to));
  return rows;
}
