import type { ParametersFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { now } from '../../../db/expressions.ts';
import type { LicensesTable, Release } from '../../../db/schema.ts';
import { periodEnd, termEnd } from '../../../records/license-term.ts';

/** The columns that a move of a seat (`seat.ts`) writes into its license's row. */
export type SeatColumns = {
  readonly [Column in keyof Columns]?: Columns[Column] | RawBuilder<Exclude<Columns[Column], undefined>>;
};
type Columns = Updateable<LicensesTable>;

/** The columns of a seat's user, session, application and device: set while the seat has a holder, null otherwise. */
export const holderColumns = [
  'holder-id',
  'machine-id',
  'session-id',
  'client-name',
  'client-version',
  'device-id',
  'device-ip',
  'device-locale',
  'device-name',
  'device-os',
  'device-user',
  'stream-id',
] as const;
type HolderColumn = (typeof holderColumns)[number];

/** The user or service account, session, application and device of a seat; `machine-id` is null for a user. */
export type Holder = Readonly<Record<Exclude<HolderColumn, 'machine-id'>, string>> & {
  readonly 'machine-id': string | null;
  /** After how many seconds the lease ends by itself; null if it goes on. */
  readonly 'max-seconds': number | null;
};

function holderFrom<Value>(valueFor: (column: HolderColumn) => Value): Readonly<Record<HolderColumn, Value>> {
  return Object.fromEntries(holderColumns.map((column) => [column, valueFor(column)])) as Record<HolderColumn, Value>;
}

/** How long a seat is kept for the waiter to whom it is offered. */
export const offerSeconds = 30;

/** The seat is free for one waiter only. */
export const offeredTo = (waiter: string) =>
  ({
    'offered-to': waiter,
    'offered-until': sql<Date>`now() + make_interval(secs => ${sql.lit(offerSeconds)})`,
  }) as const;
export const notOffered = { 'offered-to': null, 'offered-until': null } as const;

const notReleased = { 'release-reason': null, 'release-by': null, 'release-message': null };

/** Lease time plus grace from now, with the product's times from a table of the statement; at most until the term's end. */
const bareLeaseEnd = (times: 'products' | 'standing') =>
  `least(now() + make_interval(secs => ${times}."lease-seconds" + ${times}."grace-seconds"), ${termEnd})`;
/** The same, but not beyond the end that the lease has by itself, if it has one: `least` ignores nulls. */
const leaseEnd = (times: 'products' | 'standing') => `least(${bareLeaseEnd(times)}, licenses."lease-ends-on")`;

/** Values, or the parameters of a query that is compiled once. */
export type Given<Values> = Values | ParametersFor<Values>;

/** A seat in use. The first use starts a term that counts days. The statement must join `products`. */
export const inUseBy = (holder: Given<Holder>) =>
  ({
    ...holderFrom((column) => holder[column]),
    ...notReleased,
    'lease-state': 'active',
    'expires-at': sql.raw<Date>(leaseEnd('products')),
    'expiry-date': sql<Date | null>`coalesce(licenses."expiry-date", ${sql.raw(periodEnd)})`,
    'activation-date': sql<Date>`coalesce(licenses."activation-date", now())`,
    'heartbeat-seq': 0,
    'heartbeat-request': null,
    'idle-ms': null,
    'freed-on': null,
    ...notOffered,
  }) as const;

/** The end that a run of the application sets for its lease, or none. The statement must join `products`. */
export const endingAfter = ({ 'max-seconds': most }: Given<Holder>) => {
  const end = sql<Date | null>`now() + make_interval(secs => ${most}::double precision)`;
  return {
    'lease-ends-on': end,
    'expires-at': sql<Date>`least(${sql.raw(bareLeaseEnd('products'))}, ${end})`,
  } as const;
};

/** Assigns the lease to another session of its holder, who has signed in again. */
export const ofSession = (session: string) => ({ 'session-id': session });

/** A new epoch, for another run of the application. It is a fencing token: calls with an earlier one are refused. */
export const newEpoch = { epoch: sql<number>`licenses.epoch + 1` };

/** The lease that ends and its release, for a client that asks later; a free seat keeps those of its previous lease. */
const previousLease = {
  'previous-lease-id': sql<string | null>`coalesce(licenses."lease-id", licenses."previous-lease-id")`,
  'previous-holder-id': sql<string | null>`coalesce(licenses."holder-id", licenses."previous-holder-id")`,
  'previous-release': sql<string | null>`case
    when licenses."lease-id" is null then licenses."previous-release"
    when licenses."release-reason" is not null then jsonb_build_object(
      'reason', licenses."release-reason", 'message', licenses."release-message", 'by', licenses."release-by") end`,
};

export const newLease = { 'lease-id': sql<string>`"new-id"()`, 'leased-on': now, ...previousLease };

/** A heartbeat's columns as SQL text, for the most frequent statement of all (`extend-leases.sql.ts`). */
export const heartbeatColumns = {
  'heartbeat-seq': 'standing.seq',
  'heartbeat-request': 'standing.request',
  'idle-ms': 'standing.idle',
  'expires-at': leaseEnd('standing'),
};

/** A copy of the holder's device was refused in this epoch: the next consume gets a new one. */
export const copyNoticed = { 'copied-epoch': sql<number>`licenses.epoch` };

/** The end of a use: when the seat became free, and its last device, which gets it first when it consumes again. */
export const endOfUse = {
  'last-device-id': sql<string | null>`licenses."device-id"`,
  'freed-on': sql<Date | null>`least(now(), licenses."expires-at")`,
};

const nobody = {
  ...holderFrom(() => null),
  'lease-state': 'free',
  'lease-id': null,
  'leased-on': null,
  'lease-ends-on': null,
  'expires-at': null,
  'heartbeat-seq': null,
  'heartbeat-request': null,
  'idle-ms': null,
  ...endOfUse,
} as const;

export const freed = { ...nobody, ...notReleased } as const;

/** Freed without the client's answer. The ended lease is kept for a client that asks later. */
export const freedUnacknowledged = { ...freed, ...previousLease } as const;

/** Freed immediately by a release, because the client cannot be reached. */
export const freedBy = (release: Release) =>
  ({ ...freedUnacknowledged, 'previous-release': JSON.stringify(release) }) as const;

export const releasing = ({ reason, message, by }: Release) =>
  ({ 'lease-state': 'releasing', 'release-reason': reason, 'release-message': message, 'release-by': by }) as const;

/** Checked out for some days, but not beyond the license's term. */
export const offlineFor = (days: number) =>
  ({
    'lease-state': 'offline',
    'expires-at': sql<Date>`least(now() + make_interval(days => ${days}::integer), ${sql.raw(termEnd)}, licenses."lease-ends-on")`,
  }) as const;

/** Columns given as SQL texts. */
export function fromText(columns: Readonly<Record<string, string>>): Record<string, RawBuilder<never>> {
  return Object.fromEntries(Object.entries(columns).map(([name, text]) => [name, sql.raw<never>(text)]));
}
