import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, scopeOf } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import { notFound } from '../../problem.ts';
import { refuseLease } from './find-lease.ts';
import { heartbeatPaceOf } from './heartbeat-pace.ts';
import { leaseReply } from './lease-reply.ts';
import { expired, leaseColumns, taken } from './lease-row.ts';
import { seatEnd } from './take-seat.ts';

/**
 * Keeps a lease alive: one conditional update, which neither an index nor a notification makes dearer. Whether the lease
 * still stands is decided by that update alone; the reasons are looked up only when it does not.
 */
export const heartbeatLease: Procedure<typeof calls.heartbeatLease, Actor> = async (services, actor, input) => {
  const { params, body } = input;
  if (!isUuid(params.id)) throw notFound();
  const begun = performance.now();
  const lease = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const kept = await tx
      .updateTable('licenses')
      .from('products')
      .whereRef('products.id', '=', 'licenses.product-id')
      .set({ 'expires-at': seatEnd, 'heartbeat-seq': body.seq })
      .where('licenses.lease-id', '=', params.id)
      // An epoch may be any number; one that no column could hold is just another one.
      .where(sql<boolean>`licenses.epoch = ${body.epoch}::bigint`)
      .where('licenses.holder-id', '=', actor.userId)
      .where('licenses.lease-state', '=', 'active')
      .where('licenses.status', '=', 'Active')
      .where('licenses.deleted-on', 'is', null)
      .where(taken)
      .where(sql<boolean>`not ${expired}`)
      .returningAll('licenses')
      .returning(leaseColumns)
      .executeTakeFirst();
    if (!kept) throw await refuseLease(tx, actor, params.id, body.epoch);
    return kept;
  });
  heartbeatPaceOf(services).note(performance.now() - begun);
  return { lease: await leaseReply(services, lease, { seq: body.seq, nonce: body.nonce }) };
};
