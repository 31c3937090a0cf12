import { resources } from '@keyhold/contract';
import { sql } from 'kysely';
import { uuidOf } from '../../access/guards.ts';
import { requireAuthorityOver } from '../../access/rights.ts';
import { audit } from '../../audit/audit.ts';
import { now } from '../../db/expressions.ts';
import { lockAccountsOfSessions } from '../../db/locks.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { rnOf } from '../../installation.ts';
import { listPage } from '../../lists/page.ts';
import { notFound } from '../../problem.ts';
import { resourceOf } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from './end-sessions.ts';

export const listUserSessions: Operation<'listUserSessions'> = async (tx, actor, { params, query }) => {
  const user = await findUser(tx, actor, params.id);
  const sessions = tx
    .selectFrom('sessions')
    .leftJoin('applications', 'applications.id', 'sessions.application-id')
    .selectAll('sessions')
    .select('applications.name as application-name')
    .where('user-id', '=', user.id)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now);
  const { rows, ...page } = await listPage(sessions, sessionSorts, query, '-last-used-on');
  return {
    items: rows.map((row) =>
      resourceOf(resources.session, {
        ...row,
        application:
          row['application-id'] === null ? null : { id: row['application-id'], name: row['application-name'] ?? '' },
        current: row.id === actor.sessionId,
      }),
    ),
    ...page,
  };
};

const sessionSorts = { 'last-used-on': [sql.ref('sessions.last-used-on'), sql.ref('sessions.id')] };

export const endUserSession: Operation<'endUserSession'> = async (tx, actor, { params, ifMatch }) => {
  const user = await findUser(tx, actor, params.id);
  await requireAuthorityOver(tx, actor, user);
  const sessionId = uuidOf(params.sid);
  await lockAccountsOfSessions(tx, 'id', sessionId);
  const session = await tx
    .selectFrom('sessions')
    .select(['id', 'address', 'user-agent'])
    .where('id', '=', sessionId)
    .where('user-id', '=', user.id)
    .where('ended-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!session) throw notFound();
  // No reply has the entity tag of a single session, so that only `*` is fresh.
  requireFresh(ifMatch, session);
  await endSessions(tx, actor, 'id', session.id, signedOut);
  await audit(tx, actor, {
    action: 'iam:EndSession',
    resource: rnOf(actor.installation, user['account-id'], 'user', user.id),
    before: session,
  });
  return {};
};
