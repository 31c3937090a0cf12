import type { AuditAction, WebhookEvent } from '@keyhold/contract';
import { compileOnce, defer, type ParametersFor } from '@keyhold/pg-round-trip';
import { type Selectable, sql } from 'kysely';
import type { Author } from '../../../access/actor.ts';
import { type AuditedChange, auditAll } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import type { LicensesTable } from '../../../db/schema.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { holderRn } from '../../../records/holder-rn.ts';
import { type Announcement, announceAll } from '../../../streams/announce.ts';
import { queueWebhooks } from '../../../webhook-delivery/webhook-events.ts';
import type { Move, MoveDetails } from './seat.ts';

/** The columns of a seat before a move that are recorded. */
export const seatFacts = [
  'id',
  'account-id',
  'product-id',
  'lease-state',
  'lease-id',
  'holder-id',
  'machine-id',
  'epoch',
  'expires-at',
  'freed-on',
  'device-name',
  'client-name',
] as const;

/**
 * The holder's e-mail, which identifies a user in the audit log even after they are deleted, or the name of a service
 * account.
 */
export const holderEmail = sql<string | null>`coalesce((select email from users where users.id = licenses."holder-id"),
  (select name from "service-accounts" where "service-accounts".id = licenses."machine-id"))`;

type Row = Selectable<LicensesTable>;

/** A seat as it was before a move. */
export interface MovedSeat extends Pick<Row, (typeof seatFacts)[number]> {
  readonly 'holder-email': string | null;
  /** The seat's `expires-at` after the move. */
  readonly until: Date | null;
}

/** The new holder after a consume. */
type NewHolder = Pick<
  Row,
  'account-id' | 'holder-id' | 'machine-id' | 'device-name' | 'client-name' | 'client-version' | 'epoch'
>;

/**
 * Records the effects of a move of some seats: uses, announcements, webhooks and audit entries. One statement per kind
 * is sent together with the commit. The audit entries go last, since they lock the account's audit chain until the
 * commit.
 *
 * @param to the new holder, where the move is a consume
 */
export function recordMoves(
  tx: Transaction,
  by: Author,
  move: Move,
  seats: readonly MovedSeat[],
  details: MoveDetails = {},
  to?: NewHolder,
): void {
  if (seats.length === 0) return;
  const { announce, webhook, audit } = move;
  const changes = seats.map((seat) => ({ seat, to, details, move, ...rnsOf(by.installation, seat, to) }));
  if (move.use) endUses(tx, seats, move.use);
  if (move.use === 'begins' && to) for (const seat of seats) beginUse(tx, seat, to);
  if (announce)
    announceAll(
      tx,
      changes.flatMap((change) => announcementOf(announce, change)),
    );
  if (webhook)
    queueWebhooks(
      tx,
      changes.map((change) => eventOf(webhook, change)),
    );
  if (audit)
    auditAll(
      tx,
      by,
      changes.map((change) => entryOf(audit, change, by)),
      { consequences: true },
    );
}

/**
 * Ends the open uses of some seats. Uses clock time, not transaction time, so that the use of a rival who waited for
 * the seat starts after this one has ended. A use whose lease has expired ended at its expiry.
 */
function endUses(tx: Transaction, seats: readonly MovedSeat[], use: NonNullable<Move['use']>): void {
  // Free seats, and seats whose end is already recorded, have no open use.
  const open = seats.filter((seat) => seat['lease-state'] !== 'free' && seat['freed-on'] === null);
  if (open.length === 0) return;
  const ends = open.map((seat) => ({ license: seat.id, expires: seat['expires-at'] }));
  defer(
    tx,
    sql`
with moved as (
  select license, expires, clock_timestamp() as moment
  from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as seat (license text, expires timestamptz)
), ended as (
  update "license-uses" as uses set "ended-on" = greatest(uses."started-on", least(moment, expires)),
    ending = case when expires <= moment then 'lapsed' else ${use === 'begins' ? 'lapsed' : use} end
  from moved where uses."license-id" = license and uses."ended-on" is null returning uses.*
)
insert into "usage-days" ("account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on")
select "account-id", "product-id", "license-id", "user-id", days.day, 0, days.seconds, days."last-on"
from ended cross join lateral "days-of"("started-on", "ended-on") as days
on conflict ("license-id", day, "user-id") do update set seconds = "usage-days".seconds + excluded.seconds,
  "last-on" = greatest("usage-days"."last-on", excluded."last-on")`,
  );
}

/** Begins a use of a seat by its new holder. */
function beginUse(tx: Transaction, seat: MovedSeat, to: NewHolder): void {
  const { 'account-id': account, 'product-id': product, id: license } = seat;
  defer(tx, insertUse({ account, product, license, user: to['holder-id'], device: to['device-name'] }));
}

interface Use {
  readonly account: string;
  readonly product: string;
  readonly license: string;
  readonly user: string | null;
  readonly device: string | null;
}

const insertUse = compileOnce(
  (_tx: Transaction, { account, product, license, user, device }: ParametersFor<Use>) => sql`
with begun as (
  insert into "license-uses" ("account-id", "product-id", "license-id", "user-id", "device-name", "started-on")
  values (${account}, ${product}, ${license}, ${user}, ${device}, clock_timestamp())
  returning *
)
insert into "usage-days" ("account-id", "product-id", "license-id", "user-id", day, uses, seconds, "last-on")
select "account-id", "product-id", "license-id", "user-id", ("started-on" at time zone 'UTC')::date, 1, 0, "started-on" from begun
on conflict ("license-id", day, "user-id") do update set uses = "usage-days".uses + 1, "last-on" = excluded."last-on"`,
);

/** One seat's move, the source of its announcement, webhook and audit entry. */
interface Change extends ReturnType<typeof rnsOf> {
  readonly seat: MovedSeat;
  readonly to: NewHolder | undefined;
  readonly details: MoveDetails;
  readonly move: Move;
}

function rnsOf(installation: Installation, seat: MovedSeat, to: NewHolder | undefined) {
  const account = seat['account-id'];
  return {
    account,
    accountRn: rnOf(installation, account, 'account', account),
    license: rnOf(installation, account, 'license', seat.id),
    user: holderRn(installation, seat),
    newUser: to ? holderRn(installation, to) : null,
  };
}

function announcementOf(
  event: NonNullable<Move['announce']>,
  { seat, account, license, details }: Change,
): Announcement[] {
  const { 'lease-id': lease, epoch } = seat;
  if (lease === null) return [];
  const common = { account, rn: license, lease };
  if (event === 'lease-changed') return [{ event, ...common }];
  return [
    { event, ...common, epoch, reason: details.reason ?? '', message: details.message ?? '', by: details.by ?? null },
  ];
}

function eventOf(type: WebhookEvent, { seat, to, details, move, account, accountRn, license, user, newUser }: Change) {
  const holder = { user, 'device-name': seat['device-name'] };
  const data = () => {
    if (type === 'license.released') return { ...holder, reason: details.reason ?? move.reason };
    return type === 'license.consumed' && to ? { ...newHolderOf(newUser, to), resumed: user === newUser } : holder;
  };
  return { account, type, data: { account: accountRn, license, ...data() } };
}

function newHolderOf(user: string | null, to: NewHolder) {
  const { epoch, 'device-name': device, 'client-name': client, 'client-version': version } = to;
  return { user, 'device-name': device, 'client-name': client, 'client-version': version, epoch };
}

function entryOf(action: AuditAction, change: Change, by: Author): AuditedChange {
  const { license: resource, user, seat } = change;
  const { before, after } = sidesOf(action, change);
  const known = user === null || ('rn' in by && by.rn === user);
  const names = known || !before || !('user' in before) ? {} : { names: { [user]: seat['holder-email'] } };
  return { action, resource, before: before && { ...before, ...names }, after };
}

/** The `before` and `after` of an audit entry about a seat. */
function sidesOf(action: AuditAction, { seat, to, details, user, newUser }: Change) {
  const device = { user, 'device-name': seat['device-name'] };
  const holder = { ...device, epoch: seat.epoch };
  const end = seat['expires-at']?.toISOString();
  switch (action) {
    case 'license:ConsumeLicense':
      return { before: user && { ...holder, 'lapsed-on': end }, after: to && newHolderOf(newUser, to) };
    case 'license:ReleaseLicense':
      return {
        before: { ...device, 'client-name': seat['client-name'] },
        after: { user: null, reason: details.reason },
      };
    case 'license:LapseLease':
    case 'license:EndOfflineLease':
      return { before: holder, after: { user: null, 'ended-on': end } };
    case 'license:TakeLicenseOffline':
      return { before: { mode: 'online' }, after: { mode: 'offline', ...device, until: seat.until?.toISOString() } };
    case 'license:CopyNoticed':
      return { before: holder, after: holder };
    case 'license:UnassignLicense':
      return { before: { 'lease-state': seat['lease-state'] }, after: { 'lease-state': 'free', mode: 'now' } };
    default:
      return { before: holder, after: { user: null } };
  }
}
