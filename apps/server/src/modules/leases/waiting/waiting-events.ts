import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Procedure, Stream } from '../../../http/bind.ts';
import { notFound } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { requireOwnProduct } from '../seat/find-lease.ts';
import type { WaitingEvent } from './waiting-follower.ts';

/** Streams the place in line and its later changes, until it ends. */
export const waitingEvents: Stream<'waitingEvents'> = async (services, actor, { params }, request, reply) => {
  const waiter = await requireOwnPlace(services, actor, params.id);
  const stream = services.streams.open(request, reply);
  const leave = services.waitingWatch.follow({
    waiter,
    session: actor.sessionId,
    send: ({ event, data }) => stream.send(event, data),
    end: () => stream.close(),
  });
  stream.onClose(() => void leave.then((left) => left()).catch(() => undefined));
  await leave.catch((error: unknown) => {
    services.log.warn({ err: error }, 'A place in line cannot be read; its stream is closed.');
    stream.close();
  });
};

/** The same events by long polling: returns the first change of the place that the caller knows. */
export const waitForSeat: Procedure<'waitForSeat'> = async (services, actor, { params, query }, { disconnected }) => {
  const waiter = await requireOwnPlace(services, actor, params.id);
  const items: WaitingEvent[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timer = setTimeout(finish, query.timeout * 1000);
  const over = AbortSignal.any([services.stopping, disconnected]);
  over.addEventListener('abort', finish, { once: true });
  if (over.aborted) finish();
  const leave = await services.waitingWatch.follow({
    waiter,
    session: actor.sessionId,
    send(event) {
      const isKnown = event.event === 'state' && event.data['place'] === (query.place ?? event.data['place']);
      if (isKnown) return;
      items.push(event);
      // Deferred, so that an offer that is read together with the place is in the same reply.
      setImmediate(finish);
    },
    end: finish,
  });
  await finished;
  clearTimeout(timer);
  over.removeEventListener('abort', finish);
  leave();
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
