import type { AuditRow, calls, QueryOf } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import type { AuditTable } from '../../db/schema.ts';
import { type Installation, rnOf } from '../../installation.ts';

/** A row of the audit log as replies show it. */
export function auditRow(installation: Installation, row: Selectable<AuditTable>): AuditRow {
  const actor = row.actor as { readonly rn: string | null; readonly name: string };
  return {
    seq: row.seq,
    on: row.on.toISOString(),
    actor: actor.rn,
    'actor-name': actor.name,
    account: rnOf(installation, row['account-id'], 'account', row['account-id']),
    action: row.action,
    resource: row.resource,
    before: row.before,
    after: row.after,
    address: row.address,
    'request-id': row['request-id'],
    hash: row.hash.toString('hex'),
  };
}

/** The rows of an account's log that a request asks for. */
export function selectAudit(tx: Transaction, account: string, filters: QueryOf<typeof calls.exportAudit>) {
  let rows = tx.selectFrom('audit').selectAll().where('account-id', '=', account);
  if (filters.action !== undefined) rows = rows.where('action', '=', filters.action);
  if (filters.resource !== undefined) rows = rows.where('resource', '=', filters.resource);
  if (filters.actor !== undefined) rows = rows.where('actor-rn', '=', filters.actor);
  if (filters.from !== undefined) rows = rows.where('on', '>=', new Date(filters.from));
  if (filters.to !== undefined) rows = rows.where('on', '<', new Date(filters.to));
  return rows;
}
