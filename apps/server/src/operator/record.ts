import { formatRn } from '@keyhold/contract';
import { audit } from '../audit/audit.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { Configuration } from '../start/configuration.ts';
import { operatorCaller, operatorName } from './operator-caller.ts';

/** Writes an operator's action on the whole installation, such as `adm:BackUp`, into the provider's audit log. */
export async function record(
  connectionString: string,
  configuration: Configuration,
  action: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const db = connect(connectionString, 1);
  try {
    const caller = await operatorCaller(db, configuration);
    const { region, providerAccountId: account } = caller.installation;
    const resource = formatRn(region, account, 'account', account);
    const after = { ...details, operator: operatorName() };
    await inTransaction(db, { account }, (tx) => audit(tx, caller, { action, resource, after }));
  } finally {
    await db.destroy();
  }
}
