import { idInBody, unknownReference } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { accountResource } from './account-resource.ts';
import { changeAccount, findAccount } from './accounts.sql.ts';

export const updateAccountOwner: Operation<'updateAccountOwner'> = async (tx, actor, { params, body, ifMatch }) => {
  // The account before its user: the order in which every change takes them.
  const before = await findAccount(tx, actor, params.id, { lock: true });
  const ownerId = idInBody(actor, before.id, 'user', body.owner, 'owner');
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', ownerId)
    .where('account-id', '=', before.id)
    .where('deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!owner) throw unknownReference('owner');
  requireFresh(ifMatch, accountResource(actor.installation, before));
  const begins = before.status === 'Pending' && owner.status === 'Active';
  const item = await changeAccount(tx, actor, 'adm:UpdateAccountOwner', before, {
    'owner-id': owner.id,
    ...(begins ? { status: 'Active' as const } : {}),
  });
  return { item };
};
