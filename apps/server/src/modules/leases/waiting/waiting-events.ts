import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Procedure, Stream } from '../../../http/bind.ts';
import { notFound } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { requireOwnProduct } from '../find-lease.ts';
import { pollFollowed, streamFollowed } from '../notify/follow-request.ts';
import type { WaitingEvent } from './waiting-follower.ts';

/** Streams the place in line and its later changes, until it ends. */
export const waitingEvents: Stream<'waitingEvents'> = async (services, actor, { params }, request, reply) => {
  const waiter = await requireOwnPlace(services, actor, params.id);
  const session = actor.sessionId;
  await streamFollowed<WaitingEvent>(
    services,
    request,
    reply,
    (subscriber) => services.waitingWatch.follow({ waiter, session, ...subscriber }),
    'A place in line cannot be read; its stream is closed.',
  );
};

/** The same events by long polling: returns the first change of the place that the caller knows. */
export const waitForSeat: Procedure<'waitForSeat'> = async (services, actor, { params, query }, { disconnected }) => {
  const waiter = await requireOwnPlace(services, actor, params.id);
  const session = actor.sessionId;
  const items = await pollFollowed<WaitingEvent>(
    services,
    { timeout: query.timeout, disconnected },
    (subscriber) => services.waitingWatch.follow({ waiter, session, ...subscriber }),
    ({ event, data }) => event !== 'state' || data['place'] !== (query.place ?? data['place']),
  );
  return { items: items.map(({ event, data }) => ({ event, data, id: null })) };
};

/** @throws {ProblemError} 404 for another's place, or one that has ended */
async function requireOwnPlace(services: Services, actor: Actor, id: string): Promise<string> {
  if (!isUuid(id)) throw notFound();
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    // The request is a sign of life.
    const waiter = await tx
      .updateTable('waiters')
      .set({ 'seen-on': clock })
      .where('id', '=', id)
      .where('account-id', '=', actor.accountId)
      .where('user-id', '=', actor.userId)
      .where('ended-on', 'is', null)
      .returning('product-id')
      .executeTakeFirst();
    if (!waiter) throw notFound();
    requireOwnProduct(actor, waiter['product-id']);
    return id.toLowerCase();
  });
}
