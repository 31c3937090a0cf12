import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../access/actor.ts';
import { uuidOf } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Operation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { conflict, notFound, ProblemError } from '../../../problem.ts';
import { announceAll } from '../../../streams/announce.ts';
import { requireOwnProduct } from '../find-lease.ts';
import { groupOf, isIn } from '../line/lines.sql.ts';

/** The most holders that one message is sent to. */
const mostHolders = 3;
/** How long a waiter may not ask again, and a holder is not asked again, in minutes. */
const minutes = { waiter: 5, holder: 15 };

/** Sends what a waiter says to the holders of seats that they wait for: those idle for the longest first. */
export const askHolders: Operation<'askHolders'> = async (tx, actor, { params, body }) => {
  const waiter = await lockOwnPlace(tx, actor, params.id);
  // The limits count per person: the messages of an account are sent one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('keyhold asks'), hashtext(${actor.accountId}))`.execute(tx);
  await requireNotAsked(tx, actor);
  const holders = await readHolders(tx, actor, waiter);
  if (holders.length === 0) throw conflict('not-in-use', 'Nobody uses a license right now for which you wait.');
  const [first] = holders;
  const unasked = holders.filter((holder) => holder.rest <= 0).slice(0, mostHolders);
  if (unasked.length === 0)
    throw alreadyAsked('Everybody who uses a license was asked a short while ago.', first?.rest ?? 0);
  const line = { account: waiter['account-id'], product: waiter['product-id'] };
  const rows = JSON.stringify(unasked.map(({ holder, lease }) => ({ holder, lease })));
  await sql`
insert into "seat-asks" ("account-id", "by-id", "by-name", "holder-id", "lease-id", message, waiting)
select ${line.account}, ${actor.userId}, coalesce((select "first-name" from users where id = ${actor.userId}), ''),
  holder, lease, ${body.message}, (select count(*) from waiters where ${isIn(line)})
from jsonb_to_recordset(${rows}::jsonb) as holders (holder uuid, lease uuid)`.execute(tx);
  announceAll(
    tx,
    unasked.map(({ license, lease }) => {
      const rn = rnOf(actor.installation, line.account, 'license', license);
      return { event: 'lease-asked', account: line.account, rn, lease };
    }),
  );
  return { asked: unasked.length };
};

async function lockOwnPlace(tx: Transaction, actor: Actor, id: string) {
  const waiter = await tx
    .selectFrom('waiters')
    .select(['id', 'account-id', 'product-id', 'classes', 'license-id'])
    .where('id', '=', uuidOf(id))
    .where('account-id', '=', actor.accountId)
    .where('user-id', '=', actor.userId)
    .where('ended-on', 'is', null)
    .executeTakeFirst();
  if (!waiter) throw notFound();
  requireOwnProduct(actor, waiter['product-id']);
  return waiter;
}

/** @throws {ProblemError} 429 when the actor has asked a short while ago */
async function requireNotAsked(tx: Transaction, { userId }: Actor): Promise<void> {
  const { rows } = await sql<{ rest: number }>`
select extract(epoch from max("asked-on") + make_interval(mins => ${minutes.waiter}) - now())::float8 as rest
from "seat-asks" where "by-id" = ${userId} and "asked-on" > now() - make_interval(mins => ${minutes.waiter})`.execute(
    tx,
  );
  const rest = rows[0]?.rest ?? 0;
  if (rest > 0) throw alreadyAsked('You asked a short while ago. Ask again later.', rest);
}

interface Holding {
  readonly holder: string;
  readonly license: string;
  readonly lease: string;
  /** Seconds until the holder may be asked again; 0 or less for now. */
  readonly rest: number;
}

/** The holders of the seats that have waiters, with one lease each: who may be asked first, then the longest idle. */
async function readHolders(
  tx: Transaction,
  actor: Actor,
  waiter: Awaited<ReturnType<typeof lockOwnPlace>>,
): Promise<Holding[]> {
  const keys = Object.keys(waiter.classes);
  const pools = keys.filter((key) => isUuid(key));
  const groups = keys.flatMap((key) => groupOf(key) ?? []);
  const license = waiter['license-id'];
  const { rows } = await sql<Holding>`
select holder, license, lease, rest from (
  select distinct on (licenses."holder-id") licenses."holder-id" as holder, licenses.id as license, licenses."lease-id" as lease,
    licenses."idle-ms", licenses."leased-on", coalesce(extract(epoch from (
      select max("asked-on") from "seat-asks" where "seat-asks"."holder-id" = licenses."holder-id"
        and "asked-on" > now() - make_interval(mins => ${minutes.holder})
    ) + make_interval(mins => ${minutes.holder}) - now()), 0)::float8 as rest
  from licenses
  where licenses."account-id" = ${waiter['account-id']} and licenses."product-id" = ${waiter['product-id']}
    and licenses."deleted-on" is null and licenses."lease-state" = 'active' and licenses."expires-at" > now()
    and licenses."holder-id" <> ${actor.userId}
    and (licenses."pool-id" = any(${pools}::uuid[]) or licenses."pool-id" is null and licenses."policies-kind" = any(${groups}::bigint[]))
    and (${license}::text is null or licenses.id = ${license}::text)
  order by licenses."holder-id", licenses."idle-ms" desc nulls last, licenses."leased-on"
) as holders
order by greatest(rest, 0), "idle-ms" desc nulls last, "leased-on", license limit ${sql.lit(mostHolders)}`.execute(tx);
  return rows;
}

function alreadyAsked(message: string, seconds: number): ProblemError {
  return new ProblemError(429, [{ code: 'already-asked', message }], { retryAfter: Math.max(1, Math.ceil(seconds)) });
}
