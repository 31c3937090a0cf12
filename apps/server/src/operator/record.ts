import type { AuditAction } from '@keyhold/contract';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../db/database.ts';
import { rnOf } from '../installation.ts';
import type { Configuration } from '../start/configuration.ts';
import { asOperator, operatorName } from './operator-caller.ts';

/** Writes an operator's action on the whole installation, such as `adm:Restore`, into the provider's audit log. */
export async function record(
  connectionString: string,
  configuration: Configuration,
  action: AuditAction,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await asOperator(connectionString, configuration, (db, caller) => {
    const { installation } = caller;
    const account = installation.providerAccountId;
    const resource = rnOf(installation, account, 'account', account);
    const after = { ...details, operator: operatorName() };
    return inTransaction(db, { account }, (tx) => audit(tx, caller, { action, resource, after }));
  });
}
