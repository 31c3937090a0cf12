import { validate as isUuid } from 'uuid';
import type { Operation } from '../../../http/bind.ts';
import { notFound } from '../../../problem.ts';
import { findOwnLease, requireGone } from '../find-lease.ts';

/** The client has shown a message: it is not sent again. Succeeds also if the message or the lease no longer exists. */
export const acknowledgeMessage: Operation<'acknowledgeMessage'> = async (tx, actor, { params }) => {
  const { id, mid } = params;
  if (!isUuid(mid)) throw notFound();
  const lease = await findOwnLease(tx, actor, id);
  if (!lease) await requireGone(tx, actor, id);
  else await tx.deleteFrom('lease-messages').where('lease-id', '=', id).where('id', '=', mid).execute();
  return {};
};
