import { validate as isUuid } from 'uuid';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import type { Procedure } from '../../../http/bind.ts';
import { notFound, ProblemError } from '../../../problem.ts';
import { refuseLease } from '../find-lease.ts';
import { leaseReply } from '../token/lease-reply.ts';
import { followSession } from './follow-session.ts';

/** The largest epoch that a row can have; a larger one matches no row. */
const maxEpoch = 2 ** 31 - 1;

/**
 * Keeps a lease alive. One statement checks that the lease is in force and its holder signed in; the reason is looked
 * up only if it refuses.
 */
export const heartbeatLease: Procedure<'heartbeatLease'> = async (services, actor, { params, body }, { authorize }) => {
  const { epoch, seq, nonce } = body;
  const named = isUuid(params.id) && epoch <= maxEpoch;
  const isMachine = actor.isServiceAccount === true;
  const beat = {
    session: actor.sessionId,
    holder: actor.userId,
    isMachine,
    lease: params.id,
    epoch,
    seq,
    nonce,
    idle: body['idle-ms'],
  };
  const begun = performance.now();
  let kept = named ? await services.heartbeats(beat) : null;
  if (!kept) {
    const confirmed = await authorize();
    if (!isUuid(params.id)) throw notFound();
    const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      inTransaction(services.db, scopeOf(confirmed), work);
    const followed = named && (await within((tx) => followSession(tx, confirmed, beat)));
    if (followed instanceof ProblemError) throw followed;
    if (followed) kept = await services.heartbeats(beat);
    if (!kept) throw await within((tx) => refuseLease(tx, confirmed, params.id, epoch));
  }
  services.pace.note(performance.now() - begun);
  return { lease: await leaseReply(services, kept, { seq, nonce }) };
};
