import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { conflict } from '../../problem.ts';
import { endLeasesOfAccount } from '../leases/end-account-leases.ts';
import type { Ending } from '../leases/seat.ts';
import { accountResource } from './account-resource.ts';
import { changeAccount, findAccount } from './accounts.sql.ts';

export const updateAccountStatus: Operation<'updateAccountStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const before = await findAccount(tx, actor, params.id, { lock: true });
  requireFresh(ifMatch, accountResource(actor.installation, before));
  if (body.status === 'Inactive') {
    if (before.id === actor.installation.providerAccountId) {
      throw conflict('provider-account', 'This is the provider account. It cannot be deactivated.');
    }
    await endAccount(tx, actor, before.id, { reason: 'account-inactive', message: 'Your account was deactivated.' });
  }
  return { item: await changeAccount(tx, actor, 'adm:UpdateAccountStatus', before, { status: body.status }) };
};

/** Ends what an account's people are doing: their sessions, and the leases they hold. */
export async function endAccount(tx: Transaction, actor: Actor, account: string, ending: Ending): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ 'ended-on': sql`now()` })
    .where('account-id', '=', account)
    .where('ended-on', 'is', null)
    .execute();
  await endLeasesOfAccount(tx, actor, account, ending);
}
