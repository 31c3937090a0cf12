import { CompiledQuery } from 'kysely';
import type { Batcher, LockedRows } from '../../../db/batcher.ts';
import { userMayAct } from '../../../db/conditions.ts';
import { type Database, inOneRoundTrip } from '../../../db/database.ts';
import type { GrantedLease } from '../seat/lease-row.ts';
import { heartbeatColumns } from '../seat/seat-columns.ts';
import { worksUntilText } from '../seat/term.ts';

declare module '../../../services.ts' {
  interface Services {
    /** Keeps leases alive, in batches of many requests. */
    readonly heartbeats: Batcher<Heartbeat, GrantedLease>;
  }
}

/** A lease to keep alive, and its holder and session. */
export interface Heartbeat {
  readonly session: string;
  readonly holder: string;
  readonly lease: string;
  readonly epoch: number;
  readonly seq: number;
  readonly nonce: string | undefined;
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

/**
 * The conditional update for one or many heartbeats. It also checks each session, by the same conditions as every call
 * (`tokens/authenticate.ts`). It changes no indexed column and notifies nobody. A lease that belongs to another
 * session of its holder takes the slow path (`follow-session.ts`).
 */
const textFor = (lockedRows: LockedRows) => `
with asked as (
  select * from jsonb_to_recordset($1::jsonb)
    as asked (session uuid, holder uuid, lease uuid, epoch integer, seq bigint, request text, place integer)
), standing as (
  select licenses.id, asked.place, asked.seq, asked.request, products."heartbeat-seconds", products."lease-seconds", products."grace-seconds", products."token-alg"
  from asked
    join licenses on licenses."lease-id" = asked.lease and licenses."holder-id" = asked.holder and licenses.epoch = asked.epoch
    join products on products.id = licenses."product-id"
    join sessions on sessions.id = asked.session and sessions."user-id" = asked.holder
    join users on users.id = asked.holder
    join accounts on accounts.id = users."account-id"
  where ${isInOrder('asked.seq', 'asked.request')}
    and licenses."lease-state" = 'active' and licenses."expires-at" > now()
    and licenses.status = 'Active' and licenses."deleted-on" is null
    and (licenses."expiry-perpetual" or coalesce(${worksUntilText} > now(), true))
    and sessions."ended-on" is null and sessions."expires-on" > now()
    and ${userMayAct()}
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
const texts = { 'skip locked': textFor('skip locked'), '': textFor('') };

/** The returned columns; the request carries the others. */
type KeptRow = Omit<GrantedLease, 'lease-id' | 'holder-id' | 'epoch' | 'lease-state'> & {
  readonly place: number;
};

/**
 * Keeps leases alive by one statement. Returns for each heartbeat the lease, or null when the lease or its session is
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
  const query = CompiledQuery.raw(texts[lockedRows], [JSON.stringify(firstOfEach(asked))]) as CompiledQuery<KeptRow>;
  const kept = new Map((await inOneRoundTrip(db, 'every account', query)).map((row) => [row.place, row]));
  return asked.map(({ place, lease, holder, epoch }) => {
    const row = kept.get(place);
    return row
      ? { ...row, 'lease-id': lease.toLowerCase(), 'holder-id': holder, epoch, 'lease-state': 'active' }
      : null;
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
