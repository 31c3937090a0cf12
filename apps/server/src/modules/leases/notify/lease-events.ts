import { permits } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { inTransaction } from '../../../db/database.ts';
import type { Procedure, Stream } from '../../../http/bind.ts';
import { notFound } from '../../../problem.ts';
import type { Services } from '../../../services.ts';
import { findEndedLease, findOwnLease } from '../find-lease.ts';
import { pollFollowed, streamFollowed } from './follow-request.ts';
import type { LeaseEvent } from './lease-follower.ts';
import { acknowledgeThrough } from './lease-messages.sql.ts';

/** Streams a lease's state and its later events. */
export const leaseEvents: Stream<'leaseEvents'> = async (services, actor, { params }, request, reply) => {
  const lease = await requireOwnLease(services, actor, params.id, request.headers['last-event-id']);
  const session = actor.sessionId;
  const mayListUsers = permits(actor.policies, 'iam:ListUsers');
  await streamFollowed<LeaseEvent>(
    services,
    request,
    reply,
    (subscriber) => services.leaseWatch.follow({ lease, session, mayListUsers, ...subscriber }),
    'The state of a lease cannot be read; its stream is closed.',
  );
};

/** The same events by long polling: returns the first one that differs from the state that the caller has. */
export const waitForLease: Procedure<'waitForLease'> = async (services, actor, { params, query }, context) => {
  const { disconnected, lastEventId } = context;
  const lease = await requireOwnLease(services, actor, params.id, lastEventId);
  const session = actor.sessionId;
  const mayListUsers = permits(actor.policies, 'iam:ListUsers');
  /** The last day on which the caller received `ending`, as far as is known. */
  let endingKnown = query.ending;
  /** An end that the caller knows must not finish the poll: the next one would finish as soon. */
  function isEndingKnown(day: string | undefined): boolean {
    const known = endingKnown === 'with the state' || endingKnown === day;
    endingKnown = day;
    return known;
  }
  const items = await pollFollowed<LeaseEvent>(
    services,
    { timeout: query.timeout, disconnected },
    (subscriber) => services.leaseWatch.follow({ lease, session, mayListUsers, ...subscriber }),
    (event) => {
      // Callers who do not name a day have received it with the state.
      const isNew = !isKnown(event, query.epoch);
      if (!isNew) endingKnown ??= 'with the state';
      return isNew && (event.event !== 'ending' || !isEndingKnown(event.day));
    },
  );
  return { items: items.map(({ event, data, id, day = null }) => ({ event, data, id: id ?? day })) };
};

function isKnown({ event, data }: LeaseEvent, epoch: number): boolean {
  return event === 'state' && data['state'] === 'active' && data['epoch'] === epoch;
}

/** @param lastEvent the header `Last-Event-ID`: the last message that the client has shown, which stands for earlier ones */
async function requireOwnLease(
  services: Services,
  actor: Actor,
  id: string,
  lastEvent: string | string[] | undefined,
): Promise<string> {
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    const lease = await findOwnLease(tx, actor, id);
    // The client of a seat that another user now holds is notified through the state.
    if (!lease && !(await findEndedLease(tx, actor, id))) throw notFound();
    if (lease && isUuid(lastEvent)) await acknowledgeThrough(tx, id, String(lastEvent));
    return id.toLowerCase();
  });
}
