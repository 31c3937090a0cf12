import {
  decideLicense,
  type Explanation,
  isServiceAccount,
  noRules,
  parseRn,
  permits,
  rnSchema,
  type StatementTrace,
} from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { idInQuery, reachableAccount } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import type { RehearsingOperation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { forbidden, invalid, notFound } from '../../../problem.ts';
import { findEntry } from '../../../records/catalogue.sql.ts';
import { readAfterOffers } from '../line/after-offers.ts';
import { readSubject } from '../picking/consumer.ts';
import { readUse } from '../picking/pool-use.sql.ts';
import { type LeaseRow, selectLeases } from '../seat/lease-row.ts';
import { findOwnPlace, type OwnPlace } from '../waiting/own-place.sql.ts';
import { type Situation, type SituationLicense, type SituationPool, stopOf } from './explain-layers.ts';
import { nearestLicense } from './nearest-license.ts';

/**
 * Runs the policy engine that enforces access, after the offers that a consume would make first, and returns the verdict, the deciding statement and the change that would
 * reverse it. Callers may query themselves, or others with license:GetLicense in their account. For a product, it
 * explains the license nearest to being consumable.
 */
export const explainLicense: RehearsingOperation<'explainLicense'> = async (tx, actor, { query }, { db }) => {
  const user = query.user ?? actor.rn;
  if (user !== actor.rn && actor.application && actor.application.product !== null) throw forbidden();
  if (user !== actor.rn && !permits(actor.policies, 'license:GetLicense')) throw forbidden();
  if ((query.license === undefined) === (query.product === undefined)) {
    throw invalid('license', 'Say which license with license={rn}, or which product with product={rn}.');
  }
  const person = await findPerson(tx, actor, user);
  const mayList = permits(actor.policies, 'license:ListLicenses') && !actor.application?.product;
  const isShown = user === actor.rn || mayList;
  const read = async (handle: Transaction) => {
    const { license, place } = query.license
      ? await findLicense(handle, actor, person, query.license)
      : await findNearest(handle, actor, person, query.product ?? '');
    const item = { ...explain({ ...person, license, place }), place: (isShown && place?.place) || null };
    return { item, license };
  };
  const { item, license } = await read(tx);
  if (item.verdict === 'deny' || !license) return { item };
  const line = { account: person.account, product: license.row['product-id'] };
  const newcomer = { readSubject: async () => person.subject, license: query.license ? license.row.id : null };
  const later = await readAfterOffers(tx, db, actor, [line], newcomer, read);
  return { item: later?.item ?? item };
};

type Person = Omit<Situation, 'license' | 'place'> & { readonly account: string };
type Standing = Pick<Situation, 'license' | 'place'>;

async function findPerson(tx: Transaction, actor: Actor, rn: string): Promise<Person> {
  if (!rnSchema.safeParse(rn).success) throw notFound();
  const account = await reachableAccount(tx, actor, parseRn(rn).accountId);
  const found = isServiceAccount(rn)
    ? await findMachine(tx, actor, account, rn)
    : await findUser(tx, actor, account, rn);
  if (!found) throw notFound();
  const who = { installation: actor.installation, accountId: account, userId: found.id, rn };
  const subject = await readSubject(tx, who);
  return { account, accountStatus: found['account-status'], userStatus: found.status, userId: found.id, subject };
}

function findUser(tx: Transaction, actor: Actor, account: string, rn: string) {
  return tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select(['users.id', 'users.status', 'accounts.status as account-status'])
    .where('users.id', '=', idInQuery(actor, account, 'user', rn))
    .where('users.account-id', '=', account)
    .where('users.deleted-on', 'is', null)
    .executeTakeFirst();
}

function findMachine(tx: Transaction, actor: Actor, account: string, rn: string) {
  return tx
    .selectFrom('service-accounts')
    .innerJoin('accounts', 'accounts.id', 'service-accounts.account-id')
    .select(['service-accounts.id', sql<'Active'>`'Active'`.as('status'), 'accounts.status as account-status'])
    .where('service-accounts.id', '=', idInQuery(actor, account, 'service-account', rn))
    .where('service-accounts.account-id', '=', account)
    .where('service-accounts.deleted-on', 'is', null)
    .executeTakeFirst();
}

async function findLicense(tx: Transaction, actor: Actor, person: Person, rn: string): Promise<Standing> {
  const row = await readLicense(tx, person, idInQuery(actor, person.account, 'license', rn));
  if (!row) throw notFound();
  const place = await findOwnPlace(tx, { account: person.account, product: row['product-id'] }, person.userId);
  return { license: await situationOf(tx, actor, person, row, place), place };
}

async function findNearest(tx: Transaction, actor: Actor, person: Person, product: string): Promise<Standing> {
  const id = await findEntry(tx, actor, 'product', product);
  const place = await findOwnPlace(tx, { account: person.account, product: id }, person.userId);
  const key = await nearestLicense(tx, actor.installation, { ...person, place }, id);
  const row = key === null ? undefined : await readLicense(tx, person, key);
  return { license: row ? await situationOf(tx, actor, person, row, place) : null, place };
}

function readLicense(tx: Transaction, { account }: Person, key: string) {
  return selectLeases(tx).where('licenses.account-id', '=', account).where('licenses.id', '=', key).executeTakeFirst();
}

async function situationOf(
  tx: Transaction,
  actor: Actor,
  { account, userId }: Person,
  row: LeaseRow,
  place: OwnPlace | null,
): Promise<SituationLicense> {
  const rn = rnOf(actor.installation, account, 'license', row.id);
  if (row['pool-id'] === null) return { row, rn, pool: null };
  return {
    row,
    rn,
    pool: await readPool(tx, actor, row['pool-id'], userId, place?.offered === row.id ? row.id : null),
  };
}

/** @param offered the key of the seat that is offered to the user: it counts as free, and not as theirs */
async function readPool(
  tx: Transaction,
  actor: Actor,
  id: string,
  user: string,
  offered: string | null,
): Promise<SituationPool> {
  const pool = await tx.selectFrom('pools').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rules = { ...noRules, ...pool.rules };
  const rn = rnOf(actor.installation, pool['account-id'], 'pool', id);
  const use = await readUse(tx, id, rules, user, offered);
  return { rn, policies: pool.policies, rules, use: offered === null ? use : { ...use, free: use.free + 1 } };
}

function explain(situation: Situation): Omit<Explanation, 'place'> {
  const { license, subject } = situation;
  const granted = license && (license.pool ?? { rn: license.rn, policies: license.row.policies });
  const decision = granted && decideLicense(granted.policies, granted.rn, 'license:ConsumeLicense', subject);
  const stop = stopOf(situation, decision);
  return {
    verdict: stop ? 'deny' : 'allow',
    layer: stop?.layer ?? null,
    license: license?.rn ?? null,
    pool: license?.pool?.rn ?? null,
    rule: stop?.rule ?? null,
    decisive: decision?.decisive ? trace(decision.decisive) : null,
    statements: nearestFirst(decision?.statements ?? []).map(trace),
    change: stop?.change ?? null,
  };
}

function trace(statement: StatementTrace) {
  return { ...statement, 'missing-tags': [...statement['missing-tags']] };
}

/** Statements that apply first, then the others by how narrowly they miss. */
function nearestFirst(statements: readonly StatementTrace[]): StatementTrace[] {
  return [...statements].sort((one, other) => misses(one) - misses(other));
}

function misses(statement: StatementTrace): number {
  if (statement.applies) return -1;
  const parts = [statement.action, statement.principal, statement.condition, statement.resource];
  return parts.filter((part) => part === 'missed').length * 100 + statement['missing-tags'].length;
}
