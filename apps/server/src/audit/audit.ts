import { type AuditAction, parseRn } from '@keyhold/contract';
import {
  commitBeforeFlush,
  compileOnce,
  deferToCommit,
  type Notification,
  type ParametersFor,
} from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Author } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { changeOf } from '../streams/announce.ts';

/**
 * A change in the audit log: action and resource, the state before and after, and the names of the resources that it
 * refers to.
 */
export interface AuditedChange {
  /** The permission's name, such as `iam:UpdateUser`. */
  readonly action: AuditAction;
  /** The rn of the changed resource, whose account's log gets the entry. */
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Writes a change to the account's audit log with the commit of the transaction, and announces it to open consoles after
 * the commit: the account's chain serializes its writers, so it is locked after everything else.
 *
 * @param options.consequence whether it follows from the transaction's other changes: the log has it after these
 */
export async function audit(
  tx: Transaction,
  by: Author,
  change: AuditedChange,
  { consequence = false } = {},
): Promise<void> {
  const account = parseRn(change.resource).accountId;
  const known = [change.resource, 'rn' in by ? by.rn : ''];
  const entry = {
    account,
    actor: actorOf(by),
    action: change.action,
    resource: change.resource,
    before: withNames(change.before, account, known),
    after: withNames(change.after, account, known),
    address: by.origin.address || null,
    requestId: by.origin.requestId || null,
  };
  const inserted = isPlain(entry) ? insertPlain(entry) : insertEntry(tx, entry);
  append(tx, inserted, [changeOf(account, change.resource, entry.requestId)], consequence);
}

/** The columns of an audit entry, as texts or as SQL expressions. */
type Entry<Text> = Readonly<
  Record<'account' | 'actor' | 'action' | 'resource' | 'before' | 'after' | 'address' | 'requestId', Text>
>;

function insertEntry(_tx: Transaction, entry: Entry<RawBuilder<unknown> | string | null>) {
  return sql`insert into audit ("account-id", actor, action, resource, before, after, address, "request-id")
values (${entry.account}, ${entry.actor}, ${entry.action}, ${entry.resource}, ${entry.before}, ${entry.after},
  ${entry.address}, ${entry.requestId})`;
}

/** Inserts an entry without names to look up, like most entries. */
const insertPlain = compileOnce((tx: Transaction, entry: ParametersFor<Entry<string | null>>) =>
  insertEntry(tx, entry),
);

function isPlain(entry: Entry<RawBuilder<string> | string | null>): entry is Entry<string | null> {
  return Object.values(entry).every((text) => text === null || typeof text === 'string');
}

/** Like {@link audit}, for a resource as shown in replies: created (null before), changed, or deleted (null after). */
export async function auditItem<Item extends { readonly rn: string }>(
  tx: Transaction,
  by: Author,
  action: AuditAction,
  before: Item | null,
  after: Item | null,
): Promise<void> {
  const resource = (after ?? before)?.rn;
  if (resource !== undefined) await audit(tx, by, { action, resource, before, after });
}

/**
 * Like {@link audit}, for many changes in one statement. The changes must include the names of the resources that they
 * refer to, and be sorted by account, so that all transactions lock the chains in the same order.
 *
 * @param options.consequences whether they follow from the transaction's other changes: the log has them after these
 */
export function auditAll(
  tx: Transaction,
  by: Author,
  changes: readonly AuditedChange[],
  { consequences = false } = {},
): void {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ ...change, account: parseRn(change.resource).accountId }));
  const { address, requestId } = by.origin;
  const entries = {
    actor: actorOf(by),
    address: address || null,
    requestId: requestId || null,
    rows: JSON.stringify(rows),
  };
  append(
    tx,
    rows.length === 1 ? insertEntries(entries) : appendEntries(entries),
    rows.map(({ account, resource }) => changeOf(account, resource, entries.requestId)),
    consequences,
  );
}

/** Inserts entries last, and commits before the flush, to lock the account's chain as briefly as possible. */
function append(
  tx: Transaction,
  entries: Parameters<typeof deferToCommit>[1],
  changes: readonly Notification[],
  final = false,
): void {
  deferToCommit(tx, entries, { final });
  commitBeforeFlush(tx, changes);
}

interface Entries {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly rows: string;
}

const insertEntries = compileOnce(
  (_tx: Transaction, { actor, address, requestId, rows }: ParametersFor<Entries>) => sql`
insert into audit ("account-id", actor, action, resource, before, after, address, "request-id")
select account, ${actor}::jsonb, action, resource, before, after, ${address}::text, ${requestId}::text
from jsonb_to_recordset(${rows}::jsonb)
  as change (account uuid, action text, resource text, before jsonb, after jsonb)`,
);

/** Appends many entries. Inserted one by one, each would read all versions of the end of the chain that those before it left. */
const appendEntries = compileOnce(
  (_tx: Transaction, { actor, address, requestId, rows }: ParametersFor<Entries>) => sql`
select "append-audit"(${rows}::jsonb, ${actor}::jsonb, ${address}::text, ${requestId}::text)`,
);

function actorOf(by: Author): string {
  return JSON.stringify('rn' in by ? { rn: by.rn, name: by.name, email: by.email } : { rn: null, name: 'Keyhold' });
}

type Naming = (ids: readonly string[], account: string) => RawBuilder<unknown>;

/** Queries for the names of an account's resources, by the type in their rn. */
const ofAccount: Readonly<Record<string, Naming>> = {
  user: (ids, account) => sql`select id::text, email as name from users where ${among(ids, account)}`,
  'service-account': (ids, account) => sql`select id::text, name from "service-accounts" where ${among(ids, account)}`,
  role: (ids, account) => sql`select id::text, name from roles where ${among(ids, account)}`,
  pool: (ids, account) => sql`select id::text, name from pools where ${among(ids, account)}`,
  tag: (ids, account) => sql`select id::text, name from tags where ${among(ids, account)}`,
  'addon-license': (ids, account) => sql`select licenses.id, addons.name
    from "addon-licenses" as licenses join addons on addons.id = licenses."addon-id"
    where licenses.id = any(${ids}::text[]) and licenses."account-id" = ${account}`,
};
/** Like {@link ofAccount}, for the catalogue, which all accounts share. */
const ofCatalogue: Readonly<Record<string, Naming>> = {
  product: (ids) => sql`select id, name from products where id = any(${ids}::text[])`,
  addon: (ids) => sql`select id, name from addons where id = any(${ids}::text[])`,
};

function among(ids: readonly string[], account: string): RawBuilder<unknown> {
  return sql`id = any(${ids}::uuid[]) and "account-id" = ${account}`;
}

/**
 * One side of a change, for the audit log of an account, with the `names` of the resources that it refers to: a reader
 * of the log may come long after they were renamed or removed. User input may look like any rn, so only resources of
 * the account and the catalogue are named.
 *
 * @param known rns that the entry already names
 */
function withNames(side: unknown, account: string, known: readonly string[]): RawBuilder<string> | string | null {
  if (side === undefined || side === null) return null;
  const text = JSON.stringify(side);
  const things = rnsIn(text)
    .filter((rn) => !known.includes(rn))
    .map((rn) => ({ rn, ...parseRn(rn) }));
  const named = [
    ...namings(
      ofAccount,
      things.filter((thing) => thing.accountId === account && isId(thing)),
      account,
    ),
    ...namings(ofCatalogue, things, account),
  ];
  if (named.length === 0) return text;
  const wanted = things.map(({ rn, resourceType, resourceId }) => ({ rn, type: resourceType, id: resourceId }));
  return sql<string>`${text}::jsonb || jsonb_build_object('names', (select coalesce(jsonb_object_agg(rn, name), '{}')
    from (${sql.join(named, sql` union all `)}) as found
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (rn text, type text, id text) using (type, id)))`;
}

/** An add-on license's id is its key; other resources of an account have a UUID. */
function isId({ resourceType, resourceId }: Named): boolean {
  return resourceType === 'addon-license' || isUuid(resourceId);
}

interface Named {
  readonly resourceType: string;
  readonly resourceId: string;
}

/** One statement for each type among the resources. */
function namings(
  by: Readonly<Record<string, Naming>>,
  things: readonly Named[],
  account: string,
): RawBuilder<unknown>[] {
  return Object.entries(by).flatMap(([type, naming]) => {
    const ids = things.filter(({ resourceType }) => resourceType === type).map(({ resourceId }) => resourceId);
    return ids.length === 0 ? [] : [sql`select ${type} as type, id, name from (${naming(ids, account)}) as named`];
  });
}

/** The rns in a JSON text, as whole strings. */
function rnsIn(text: string): string[] {
  return [...new Set(text.match(/(?<=")keyhold(:[^:"\s\\]+){4}(?=")/g))];
}
