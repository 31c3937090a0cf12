import type { GiftOutcome } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { idInRn, reachableAccount, scopeOf } from '../../../access/guards.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { lockAccount } from '../../../db/locks.ts';
import type { Procedure } from '../../../http/bind.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { taken } from '../../../records/seat-conditions.ts';
import type { Services } from '../../../services.ts';
import { changePolicies } from '../license-policies.ts';
import {
  countFree,
  type Gift,
  giveLicense,
  licensesNaming,
  noSuchUser,
  planGift,
  productNamed,
} from './give-license.ts';

export const giveLicenses: Procedure<'giveLicenses'> = async (services, _, { body }, { authorize }) => {
  const named = await resolve(services, await authorize(), body);
  const { account, product } = named;
  const picked = new Set<string>();
  const planned = new Map<string, Gift>();
  const { items } = await eachInTurn(services, authorize, named, async (tx, actor, { id, status }) => {
    if (body.mode === 'apply') return giveLicense(tx, actor, { account, product, user: id });
    const before = planned.get(id);
    if (before?.outcome === 'given') return { ...before, outcome: 'has' };
    const gift = await planGift(tx, actor, { account, product, user: id, status }, picked);
    planned.set(id, gift);
    return gift;
  });
  const scope = scopeOf(await authorize());
  const free = await inTransaction(services.db, scope, (tx) => countFree(tx, account, product));
  return { items, free: free - picked.size };
};

export const takeLicenses: Procedure<'takeLicenses'> = async (services, _, { body }, { authorize }) => {
  const named = await resolve(services, await authorize(), body);
  const apply = body.mode === 'apply';
  const unused = body['only-unused'] ?? false;
  const seen = new Set<string>();
  return eachInTurn(services, authorize, named, async (tx, actor, { id }) => {
    if (apply) await lockAccount(tx, named.account);
    const about = { account: named.account, product: named.product, user: id };
    const naming = seen.has(id) ? [] : await licensesNaming(tx, actor, about, { usable: false });
    seen.add(id);
    const used = unused ? await lockUsed(tx, naming) : new Set();
    const keys = naming.filter((key) => !used.has(key));
    const [first] = keys;
    if (first === undefined) {
      const [left] = naming;
      if (left === undefined) return { outcome: 'none', license: null };
      return { outcome: 'has', license: rnOf(actor.installation, named.account, 'license', left) };
    }
    if (apply) {
      // By id, as every change locks rows of one kind.
      for (const key of keys.toSorted()) await changePolicies(tx, actor, key, { consumers: { kind: 'no-one' } });
    }
    return { outcome: 'taken', license: rnOf(actor.installation, named.account, 'license', first) };
  });
};

/** Those of some licenses that are in use; all of them are locked, so that nobody consumes another until the commit. */
async function lockUsed(tx: Transaction, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('licenses')
    .select(['id', taken.as('taken')])
    .where('id', '=', anyOf(keys, 'text'))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.filter((row) => row.taken).map(({ id }) => id));
}

interface Named {
  readonly account: string;
  /** The id of the product. */
  readonly product: string;
  readonly users: readonly { readonly id: string; readonly status: string }[];
}

/** @throws {ProblemError} 404 for an account out of reach, 400 for a product or a user that does not exist */
async function resolve(services: Services, actor: Actor, body: Input<'giveLicenses'>['body']): Promise<Named> {
  return inTransaction(services.db, scopeOf(actor), async (tx) => {
    const account = await reachableAccount(tx, actor, body['account-id']);
    const product = await productNamed(tx, actor, body.product);
    const ids = body.users.map((name) => (isUuid(name) ? name.toLowerCase() : idInRn(actor, account, 'user', name)));
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'status'])
      .where('id', '=', anyOf([...new Set(ids.flatMap((id) => id ?? []))]))
      .where('account-id', '=', account)
      .where('deleted-on', 'is', null)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    const users = ids.map((id, index) => {
      const row = id === null ? undefined : found.get(id);
      if (!row) throw noSuchUser(`users.${index}`);
      return row;
    });
    return { account, product, users };
  });
}

/** The number of people between two checks of the caller's session and rights. */
const chunk = 10;

/** Does something for one user after the other, each in its own transaction, in the order of the request. */
async function eachInTurn(
  services: Services,
  authorize: () => Promise<Actor>,
  { account, users }: Named,
  act: (
    tx: Transaction,
    actor: Actor,
    user: Named['users'][number],
  ) => Promise<{ readonly outcome: GiftOutcome; readonly license: string | null }>,
) {
  const items = [];
  let actor = await authorize();
  for (const [index, user] of users.entries()) {
    if (index > 0 && index % chunk === 0) actor = await authorize();
    const by = actor;
    const { outcome, license } = await inTransaction(services.db, scopeOf(by), (tx) => act(tx, by, user));
    items.push({ user: rnOf(by.installation, account, 'user', user.id), outcome, license });
  }
  return { items };
}
