import type { calls } from '@keyhold/contract';
import { idInBody, unknownReference } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { accountResource } from './account-resource.ts';
import { changeAccount, findAccount } from './accounts.sql.ts';

export const updateAccountOwner: Operation<typeof calls.updateAccountOwner> = async (
  tx,
  actor,
  { params, body, ifMatch },
) => {
  const found = await findAccount(tx, actor, params.id);
  const ownerId = idInBody(actor, found.id, 'user', body.owner, 'owner');
  // The user is locked before the account, as an activation locks them.
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', ownerId)
    .where('account-id', '=', found.id)
    .where('deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!owner) throw unknownReference('owner');
  const before = await findAccount(tx, actor, params.id, { lock: true });
  requireFresh(ifMatch, accountResource(actor.installation, before));
  const begins = before.status === 'Pending' && owner.status === 'Active';
  const item = await changeAccount(tx, actor, 'adm:UpdateAccountOwner', before, {
    'owner-id': owner.id,
    ...(begins ? { status: 'Active' as const } : {}),
  });
  return { item };
};
