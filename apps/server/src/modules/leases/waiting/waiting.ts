import { isServiceAccount, permits, type Waiter } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { accountFilter, uuidOf } from '../../../access/guards.ts';
import { audit } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import type { Operation } from '../../../http/bind.ts';
import type { Input } from '../../../http/input.ts';
import { catalogueRnOf } from '../../../installation.ts';
import { listPage } from '../../../lists/page.ts';
import { notFound } from '../../../problem.ts';
import { findEntry } from '../../../records/catalogue.sql.ts';
import { consumersByRn } from '../../../records/consumers.ts';
import { requireOwnProduct } from '../find-lease.ts';
import { announceWaiting } from '../line/announce-waiting.ts';
import { endPlaces } from '../line/end-places.ts';
import { isIn, isOpen, ranked } from '../line/lines.sql.ts';
import { offerAtEnd } from '../line/offer-at-end.ts';

export const listWaiting: Operation<'listWaiting'> = async (tx, actor, { query }) => {
  const product = await findEntry(tx, actor, 'product', query.product);
  requireOwnProduct(actor, product);
  return waitersPage(tx, actor, isIn({ account: actor.accountId, product }), sql<boolean>`true`, query);
};

export const listPoolWaiting: Operation<'listPoolWaiting'> = async (tx, actor, { params, query }) => {
  const { account } = accountFilter(actor);
  let pools = tx.selectFrom('pools').select(['id', 'account-id', 'product-id']).where('id', '=', uuidOf(params.id));
  if (account) pools = pools.where('account-id', '=', account);
  const pool = await pools.executeTakeFirst();
  if (!pool) throw notFound();
  requireOwnProduct(actor, pool['product-id']);
  const line = isIn({ account: pool['account-id'], product: pool['product-id'] });
  return waitersPage(tx, actor, line, sql<boolean>`line = ${pool.id}`, query);
};

/** Moves a waiter to another class, from now on. */
export const setWaitingClass: Operation<'setWaitingClass'> = async (tx, actor, { params, body }) => {
  const waiter = await lockWaiter(tx, actor, params.id);
  const before = await findShown(tx, waiter.id);
  await tx
    .updateTable('waiters')
    .set({ class: body.class, 'class-since': clock })
    .where('id', '=', waiter.id)
    .execute();
  announceWaiting(tx, actor.installation, [waiter]);
  const item = await findShown(tx, waiter.id);
  await auditWaiter(tx, actor, 'license:SetWaitingClass', waiter, { class: before.class }, { class: item.class });
  return { item };
};

/** Ends a place in line: one's own, or with the right to release licenses another user's. */
export const leaveLine: Operation<'leaveLine'> = async (tx, actor, { params }) => {
  const waiter = await lockWaiter(tx, actor, params.id);
  const isOwn = waiter.consumer === actor.rn;
  if (!isOwn && !(permits(actor.policies, 'license:UnassignLicense') && !actor.application?.product)) throw notFound();
  offerAtEnd(
    tx,
    actor.installation,
    await endPlaces(tx, actor.installation, [waiter.id], isOwn ? 'left' : 'sent-away'),
  );
  if (!isOwn) await auditWaiter(tx, actor, 'license:SendAway', waiter, { 'device-name': waiter['device-name'] }, null);
  return {};
};

/** Locks an open place within the actor's reach. */
async function lockWaiter(tx: Transaction, actor: Actor, id: string) {
  const { account } = accountFilter(actor);
  let query = tx.selectFrom('waiters').selectAll().where('id', '=', uuidOf(id)).where('ended-on', 'is', null);
  if (account) query = query.where('account-id', '=', account);
  const waiter = await query.forUpdate().executeTakeFirst();
  if (!waiter) throw notFound();
  requireOwnProduct(actor, waiter['product-id']);
  return waiter;
}

async function auditWaiter(
  tx: Transaction,
  actor: Actor,
  action: 'license:SetWaitingClass' | 'license:SendAway',
  waiter: { readonly consumer: string; readonly 'product-id': string },
  before: object,
  after: object | null,
): Promise<void> {
  const product = catalogueRnOf(actor.installation, 'product', waiter['product-id']);
  const resource = waiter.consumer;
  await audit(tx, actor, { action, resource, before: { product, ...before }, after: after && { product, ...after } });
}

interface WaiterRow {
  readonly id: string;
  readonly consumer: string;
  readonly 'user-id': string;
  readonly 'device-name': string;
  readonly since: Date;
  readonly class: number;
  readonly place: number;
}

/** The waiters of a line, each with the best of the places that are meant. */
const waitersIn = (line: RawBuilder<boolean>, which: RawBuilder<boolean>) => sql<WaiterRow>`(
  with places as materialized (${ranked(line)})
  select distinct on (waiters.id) waiters.id, waiters.consumer, waiters."user-id", waiters."device-name", waiters.since,
    places.class, places.place
  from places join waiters on waiters.id = places.id where ${which}
  order by waiters.id, places.place, places.class)`;

async function findShown(tx: Transaction, id: string): Promise<Waiter> {
  const line = sql<boolean>`((waiters."account-id", waiters."product-id") in (
    select "account-id", "product-id" from waiters where id = ${id}) and ${isOpen})`;
  const row = await tx
    .selectFrom(waitersIn(line, sql<boolean>`waiters.id = ${id}`).as('shown'))
    .selectAll()
    .executeTakeFirstOrThrow();
  return shown(row);
}

function shown({ id, consumer, since, class: inClass, place, 'device-name': device }: WaiterRow): Waiter {
  return { id, user: consumer, 'device-name': device, class: inClass, place, since: since.toISOString() };
}

const ref = (column: string) => sql.ref(`shown.${column}`);
const sorts = { place: [ref('place'), ref('since'), ref('id')] };

async function waitersPage(
  tx: Transaction,
  actor: Actor,
  line: RawBuilder<boolean>,
  which: RawBuilder<boolean>,
  query: Input<'listPoolWaiting'>['query'],
) {
  const mayList = permits(actor.policies, 'license:ListLicenses') && !actor.application?.product;
  let waiters = tx.selectFrom(waitersIn(line, which).as('shown')).selectAll();
  if (!mayList) waiters = waiters.where('shown.user-id', '=', actor.userId);
  const { rows, ...page } = await listPage(waiters, sorts, query, 'place');
  const mayRead = (rn: string) =>
    permits(actor.policies, isServiceAccount(rn) ? 'iam:ListServiceAccounts' : 'iam:ListUsers');
  const named = rows.map(({ consumer }) => consumer).filter(mayRead);
  return { items: rows.map(shown), resources: await consumersByRn(tx, actor, named), ...page };
}
