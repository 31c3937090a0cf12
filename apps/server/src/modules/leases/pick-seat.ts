import { parseRn, type Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { isDatabaseError } from '../../db/retry.ts';
import { rnOf } from '../../installation.ts';
import { ProblemError } from '../../problem.ts';
import { mayConsume, rankSeats } from './eligible-seats.ts';
import { available, selectWanted, type Wanted } from './wanted.ts';

/** Longest wait for a rival who is just taking or giving up a seat, in milliseconds. */
const rivalTimeout = 2000;
/** A policy may change between the ranking and the lock; so often in a row it does not. */
const attempts = 3;
/** More rivals than this at once wait for each other. */
const groupLimit = 200;

/**
 * Picks a seat for somebody and locks it, or returns null when every one is taken. First among those nobody is locking,
 * so that many can pick at once; if there is none, again with a short wait, because a rival's change may be undone.
 */
export async function pickSeat(
  tx: Transaction,
  actor: Actor,
  subject: Subject,
  wanted: Wanted,
  device: string,
): Promise<string | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const keys = await rankedKeys(tx, actor, subject, wanted, device);
    if (keys.length === 0) return null;
    const picked = (await lockFirst(tx, keys, wanted, 'skip')) ?? (await lockFirst(tx, keys, wanted, 'wait'));
    if (!picked) return null;
    // The row as it is under the lock decides, not as it was when it was ranked.
    if (mayConsume(picked.policies, licenseRn(actor, picked.id), subject)) return picked.id;
  }
  return null;
}

/** The keys of the seats that are free and that the policies let the person take, best first. */
async function rankedKeys(tx: Transaction, actor: Actor, subject: Subject, wanted: Wanted, device: string) {
  const order = sql`(licenses."last-device-id" = ${device}) desc nulls last,
    case licenses."lease-state" when 'free' then coalesce(licenses."freed-on", licenses."created-on") else licenses."expires-at" end,
    licenses.id`;
  const groups = await selectWanted(tx, actor, wanted)
    .select([
      'policies',
      sql<string[]>`(array_agg(licenses.id order by ${order}))[1:${sql.lit(groupLimit)}]`.as('keys'),
    ])
    .where(available(wanted))
    .where(couldAllow(subject))
    .groupBy('policies')
    .orderBy(sql`min(licenses.id)`)
    .execute();
  const seats = groups.map(({ policies, keys }) => ({ policies, licenses: keys.map((key) => licenseRn(actor, key)) }));
  return rankSeats(seats, subject).map((license) => parseRn(license).resourceId);
}

/** What every policy that lets the person consume has; it keeps the many licenses of others from being read. */
function couldAllow(subject: Subject) {
  return sql<boolean>`jsonb_path_exists(policies, '$[*].statements[*] ? (exists(@.conditions[*]) || @.principals[*].id == $rn)',
    jsonb_build_object('rn', ${subject.rn}::text))`;
}

async function lockFirst(tx: Transaction, keys: readonly string[], wanted: Wanted, rivals: 'skip' | 'wait') {
  const query = tx
    .selectFrom('licenses')
    .select(['licenses.id', 'licenses.policies'])
    .where(sql<boolean>`licenses.id = any(${keys})`)
    .where('licenses.deleted-on', 'is', null)
    .where(available(wanted))
    .orderBy(sql`array_position(${keys}::text[], licenses.id)`)
    .limit(1)
    .forUpdate();
  if (rivals === 'skip') return query.skipLocked().executeTakeFirst();
  await sql`select set_config('lock_timeout', ${String(rivalTimeout)}, true)`.execute(tx);
  const picked = await query.executeTakeFirst().catch((error: unknown) => {
    throw isDatabaseError(error) && error.code === lockNotAvailable ? busy() : error;
  });
  await sql`set local lock_timeout to default`.execute(tx);
  return picked;
}

const lockNotAvailable = '55P03';

function busy(): ProblemError {
  const message = 'Too many people want a license at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'busy', message }], { retryAfter: 1 });
}

function licenseRn(actor: Actor, key: string): string {
  return rnOf(actor.installation, actor.accountId, 'license', key);
}
