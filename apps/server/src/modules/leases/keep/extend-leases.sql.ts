import { CompiledQuery } from 'kysely';
import type { Batcher, LockedRows } from '../../../db/batcher.ts';
import { accountMayAct, userMayAct } from '../../../db/conditions.ts';
import { type Database, inOneRoundTrip } from '../../../db/database.ts';
import { worksUntilText } from '../../../records/license-term.ts';
import type { GrantedLease } from '../seat/lease-row.ts';
import { heartbeatColumns } from '../seat/seat-columns.ts';

declare module '../../../services.ts' {
  interface Services {
    /** Keeps leases alive, in batches of many requests. */
    readonly heartbeats: Batcher<Heartbeat, GrantedLease>;
  }
}

/** A lease to keep alive, and its holder and session: of a service account, its token. */
export interface Heartbeat {
  readonly session: string;
  readonly holder: string;
  readonly isMachine: boolean;
  readonly lease: string;
  readonly epoch: number;
  readonly seq: number;
  readonly nonce: string | undefined;
  /** How long the user has not touched the application, in milliseconds, if it reports that. */
  readonly idle?: number | undefined;
}

/** A heartbeat's `seq` and nonce as the row stores them. */
export function requestOf({ seq, nonce }: Pick<Heartbeat, 'seq' | 'nonce'>): string {
  return nonce === undefined ? `${seq} ` : `${seq} ${nonce}`;
}

/**
 * SQL text: a heartbeat follows the last one of its epoch, or repeats it after a lost reply. A heartbeat that an older
 * server recorded without its nonce may be repeated with any.
 */
export const isInOrder = (
  seq: string,
  request: string,
) => `(${seq} > licenses."heartbeat-seq" or ${seq} = licenses."heartbeat-seq"
    and coalesce(licenses."heartbeat-request" = ${request}
      or not starts_with(licenses."heartbeat-request", licenses."heartbeat-seq" || ' '), true))`;

const assignments = Object.entries(heartbeatColumns)
  .map(([column, value]) => `"${column}" = ${value}`)
  .join(', ');

/** The tables and conditions of those who keep leases alive: users by their sessions, service accounts by their tokens. */
const bearers = {
  user: {
    joins: `join sessions on sessions.id = asked.session and sessions."user-id" = asked.holder
    join users on users.id = asked.holder
    join accounts on accounts.id = users."account-id"`,
    conditions: `sessions."ended-on" is null and sessions."expires-on" > now()
    and ${userMayAct()}`,
  },
  machine: {
    joins: `join "service-account-tokens" as tokens on tokens.id = asked.session and tokens."service-account-id" = asked.holder
    join accounts on accounts.id = tokens."account-id"`,
    conditions: `tokens."expires-on" > now() and ${accountMayAct()}`,
  },
};

/**
 * The conditional update for one or many heartbeats. It also checks each session, by the same conditions as every call
 * (`tokens/authenticate.ts`). It changes no indexed column and notifies nobody. A lease that belongs to another
 * session of its holder takes the slow path (`follow-session.ts`).
 */
const textFor = (bearer: keyof typeof bearers, lockedRows: LockedRows) => `
with asked as (
  select * from jsonb_to_recordset($1::jsonb)
    as asked (session uuid, holder uuid, lease uuid, epoch integer, seq bigint, request text, idle bigint, place integer)
), standing as (
  select licenses.id, asked.place, asked.seq, asked.request, asked.idle, products."heartbeat-seconds", products."lease-seconds", products."grace-seconds", products."token-alg"
  from asked
    join licenses on licenses."lease-id" = asked.lease and licenses."holder-id" = asked.holder and licenses.epoch = asked.epoch
    join products on products.id = licenses."product-id"
    ${bearers[bearer].joins}
  where ${isInOrder('asked.seq', 'asked.request')}
    and licenses."lease-state" = 'active' and licenses."expires-at" > now()
    and licenses.status = 'Active' and licenses."deleted-on" is null
    and (licenses."expiry-perpetual" or coalesce(${worksUntilText} > now(), true))
    and ${bearers[bearer].conditions}
    and licenses."session-id" is not distinct from asked.session
    and coalesce(licenses."leased-on" > accounts."leases-ended-on", true)
  for no key update of licenses ${lockedRows}
)
update licenses set ${assignments}
from standing where licenses.id = standing.id
returning standing.place, licenses.id, licenses."account-id", licenses."product-id", licenses.type,
  licenses.version, licenses."expiry-perpetual", licenses."expiry-date", licenses."grace-days", licenses."maintenance-end",
  licenses."expires-at",
  licenses."device-id", licenses."stream-id", standing."heartbeat-seconds", standing."lease-seconds", standing."token-alg",
  array(select "addon-id" from "addon-licenses"
    where "license-id" = licenses.id and "addon-licenses"."deleted-on" is null order by 1) as "addon-ids",
  now()`;
const texts = {
  user: { 'skip locked': textFor('user', 'skip locked'), '': textFor('user', '') },
  machine: { 'skip locked': textFor('machine', 'skip locked'), '': textFor('machine', '') },
};

/** The returned columns; the request carries the others. */
type KeptRow = Omit<GrantedLease, 'lease-id' | 'holder-id' | 'machine-id' | 'epoch' | 'lease-state'> & {
  readonly place: number;
};

/**
 * Keeps leases alive by one statement, and another one if service accounts are among their holders. Returns for each heartbeat the lease, or null when the lease or its session is
 * not in force, or its row was skipped.
 */
export async function extendLeases(
  db: Database,
  beats: readonly Heartbeat[],
  lockedRows: LockedRows,
): Promise<(GrantedLease | null)[]> {
  const asked = beats.map(({ nonce, ...beat }, index) => ({
    ...beat,
    request: requestOf({ seq: beat.seq, nonce }),
    place: index + 1,
  }));
  const kept = new Map<number, KeptRow>();
  for (const bearer of ['user', 'machine'] as const) {
    const own = firstOfEach(asked.filter(({ isMachine }) => isMachine === (bearer === 'machine')));
    if (own.length === 0) continue;
    const query = CompiledQuery.raw(texts[bearer][lockedRows], [JSON.stringify(own)]) as CompiledQuery<KeptRow>;
    for (const row of await inOneRoundTrip(db, 'every account', query)) kept.set(row.place, row);
  }
  return asked.map(({ place, lease, holder, isMachine, epoch }) => {
    const row = kept.get(place);
    const held = { 'holder-id': holder, 'machine-id': isMachine ? holder : null };
    return row ? { ...row, 'lease-id': lease.toLowerCase(), ...held, epoch, 'lease-state': 'active' } : null;
  });
}

/** One heartbeat of each lease, the lowest first: an update changes a row once. The others are sent again alone. */
function firstOfEach<Asked extends Pick<Heartbeat, 'lease' | 'seq'>>(asked: readonly Asked[]): Asked[] {
  const first = new Map<string, Asked>();
  for (const beat of asked) {
    const lease = beat.lease.toLowerCase();
    const other = first.get(lease);
    if (!other || beat.seq < other.seq) first.set(lease, beat);
  }
  return [...first.values()];
}
