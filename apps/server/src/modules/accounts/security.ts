import type { Security } from '@keyhold/contract';
import { accountOf } from '../../access/guards.ts';
import { requireAuthorityOverAccount } from '../../access/rights.ts';
import { audit } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { rnOf } from '../../installation.ts';
import { conflict, notFound } from '../../problem.ts';
import { findConnection } from '../single-sign-on/connections/connections.sql.ts';

export const getSecurity: Operation<'getSecurity'> = async (tx, actor, { query }) => ({
  item: await readSecurity(tx, await accountOf(tx, actor, query)),
});

export const updateSecurity: Operation<'updateSecurity'> = async (tx, actor, { query, body, ifMatch }) => {
  const account = await accountOf(tx, actor, query);
  const before = await readSecurity(tx, account, { lock: true });
  requireFresh(ifMatch, before);
  await requireAuthorityOverAccount(tx, actor, account);
  if (!body['password-sign-in'] && !(await findConnection(tx, account))) {
    throw conflict(
      'connection-missing',
      'Set up single sign-on first: without it and without passwords nobody could sign in.',
      'password-sign-in',
    );
  }
  const item: Security = body;
  await updateRow(tx, 'accounts', account, item).execute();
  const resource = rnOf(actor.installation, account, 'account', account);
  await audit(tx, actor, { action: 'iam:UpdateSecurity', resource, before, after: item });
  return { item };
};

async function readSecurity(tx: Transaction, account: string, { lock = false } = {}): Promise<Security> {
  const found = await tx
    .selectFrom('accounts')
    .select(['second-factor', 'password-sign-in', 'session-hours', 'end-warnings'])
    .where('id', '=', account)
    .where('deleted-on', 'is', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}
