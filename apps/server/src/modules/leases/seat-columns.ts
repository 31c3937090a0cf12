import type { ParametersFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { now } from '../../db/expressions.ts';
import type { LicensesTable, Release } from '../../db/schema.ts';

/** What the moves of a seat (`seat.ts`) write into its license's row. */
export type SeatColumns = {
  readonly [Column in keyof Columns]?: Columns[Column] | RawBuilder<Exclude<Columns[Column], undefined>>;
};
type Columns = Updateable<LicensesTable>;

/** The columns of a seat's user, session, application and device: filled while the seat has a holder, null otherwise. */
export const holderColumns = [
  ...([
    'holder-id',
    'session-id',
    'client-name',
    'client-version',
    'device-id',
    'device-ip',
    'device-locale',
    'device-name',
  ] as const),
  ...(['device-os', 'device-user', 'stream-id'] as const),
];
type HolderColumn = (typeof holderColumns)[number];

/** The user, session, application and device of a seat. */
export type Holder = Readonly<Record<HolderColumn, string>>;

function holderFrom<Value>(valueFor: (column: HolderColumn) => Value): Readonly<Record<HolderColumn, Value>> {
  return Object.fromEntries(holderColumns.map((column) => [column, valueFor(column)])) as Record<HolderColumn, Value>;
}

const notReleased = { 'release-reason': null, 'release-by': null, 'release-message': null };

/** The end of a term that counts days from the first activation, where that is now; null for every other license. */
const periodEnd = `case when licenses."expiry-perpetual" or licenses."activation-date" is not null then null
    else now() + make_interval(days => licenses."expiry-period") end`;
/** The end of the license's own term, beyond which no seat of it lasts. */
const termEnd = `case when licenses."expiry-perpetual" then 'infinity'
  else coalesce(licenses."expiry-date", ${periodEnd}, 'infinity') end`;
/** Lease and grace from now, by the times of the product in some table of the statement. */
const leaseEnd = (times: 'products' | 'standing') =>
  `least(now() + make_interval(secs => ${times}."lease-seconds" + ${times}."grace-seconds"), ${termEnd})`;

/** Values, or parameters of a query that is compiled once. */
export type Given<Values> = Values | ParametersFor<Values>;

/** A seat in use. A license whose term counts days begins it with the first use. The statement joins `products`. */
export const inUseBy = (holder: Given<Holder>) =>
  ({
    ...holderFrom((column) => holder[column]),
    ...notReleased,
    'lease-state': 'active',
    'expires-at': sql.raw<Date>(leaseEnd('products')),
    'expiry-date': sql<Date | null>`coalesce(licenses."expiry-date", ${sql.raw(periodEnd)})`,
    'activation-date': sql<Date>`coalesce(licenses."activation-date", now())`,
    'heartbeat-seq': 0,
    'freed-on': null,
  }) as const;

/** The holder has signed in again: the lease belongs to that session from now on. */
export const ofSession = (session: string) => ({ 'session-id': session });

/** Another run of the application: calls with an earlier epoch are refused. */
export const newEpoch = { epoch: sql<number>`licenses.epoch + 1` };

/** The lease that ends here and its release, for a client that asks later; a free seat keeps those of the lease before. */
const previousLease = {
  'previous-lease-id': sql<string | null>`coalesce(licenses."lease-id", licenses."previous-lease-id")`,
  'previous-holder-id': sql<string | null>`coalesce(licenses."holder-id", licenses."previous-holder-id")`,
  'previous-release': sql<string | null>`case
    when licenses."lease-id" is null then licenses."previous-release"
    when licenses."release-reason" is not null then jsonb_build_object(
      'reason', licenses."release-reason", 'message', licenses."release-message", 'by', licenses."release-by") end`,
};

export const newLease = { 'lease-id': sql<string>`"new-id"()`, 'leased-on': now, ...previousLease };

/** A heartbeat's columns as SQL text: its statement (`keep-leases.sql.ts`) is the most frequent of all. */
export const heartbeatColumns = { 'heartbeat-seq': 'standing.seq', 'expires-at': leaseEnd('standing') };

/** The end of a use: since when the seat is free, and on which device it was, which comes first when it asks again. */
export const givenUp = {
  'last-device-id': sql<string | null>`licenses."device-id"`,
  'freed-on': sql<Date | null>`least(now(), licenses."expires-at")`,
};

const nobody = {
  ...holderFrom(() => null),
  'lease-state': 'free',
  'lease-id': null,
  'leased-on': null,
  'expires-at': null,
  'heartbeat-seq': null,
  ...givenUp,
} as const;

export const freed = { ...nobody, ...notReleased } as const;

/** Freed without an answer: what became of the lease is kept for the client that asks late. */
export const freedUnanswered = { ...freed, ...previousLease } as const;

/** Taken from a client that cannot be asked, and freed at once. */
export const freedBy = (release: Release) =>
  ({ ...freedUnanswered, 'previous-release': JSON.stringify(release) }) as const;

export const releasing = ({ reason, message, by }: Release) =>
  ({ 'lease-state': 'releasing', 'release-reason': reason, 'release-message': message, 'release-by': by }) as const;

/** Checked out for some days, though not beyond the license's term. */
export const offlineFor = (days: number) =>
  ({
    'lease-state': 'offline',
    'expires-at': sql<Date>`least(now() + make_interval(days => ${days}::integer), ${sql.raw(termEnd)})`,
  }) as const;

/** Columns given as SQL texts. */
export function fromText(columns: Readonly<Record<string, string>>): Record<string, RawBuilder<never>> {
  return Object.fromEntries(Object.entries(columns).map(([name, text]) => [name, sql.raw<never>(text)]));
}
