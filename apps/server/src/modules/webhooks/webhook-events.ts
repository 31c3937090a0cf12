import { formatRn, parseRn, type WebhookEvent } from '@keyhold/contract';
import { sql } from 'kysely';
import { later, type Transaction } from '../../db/database.ts';

/** What is told, beside its type and its time. */
export type EventData = Readonly<Record<string, unknown>>;

/** A change as the audit log knows it: what was done to which license, and how it was before and after. */
export interface LicenseChange {
  readonly account: string;
  readonly action: string;
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Has the webhooks that want it told of an event, when this transaction commits and only then. */
export async function queueWebhooks(
  tx: Transaction,
  account: string,
  type: WebhookEvent,
  data: EventData,
): Promise<void> {
  later(tx, sql`select "queue-webhooks"(${account}::uuid, ${type}::text, ${JSON.stringify(data)}::jsonb)`);
}

/** As {@link queueWebhooks}, where a change is an event at all. */
export async function queueChange(tx: Transaction, change: LicenseChange): Promise<void> {
  const event = eventOf(change);
  if (event) await queueWebhooks(tx, change.account, event.type, { ...subjectOf(change), ...event.data });
}

/** The license and its account, by their rns. */
function subjectOf({ account, resource }: LicenseChange): EventData {
  return { account: formatRn(parseRn(resource).region, account, 'account', account), license: resource };
}

interface Event {
  readonly type: WebhookEvent;
  readonly data: EventData;
}

type Fields = Readonly<Record<string, unknown>>;

/** The event that a change is to the world; null where it is none. */
function eventOf({ action, resource, ...change }: LicenseChange): Event | null {
  const before = fieldsOf(change.before);
  const after = fieldsOf(change.after);
  const reason = released[action];
  if (reason !== undefined) return release(before, reason);
  switch (action) {
    case 'license:ConsumeLicense':
      return {
        type: 'license.consumed',
        data: {
          ...pick(after, 'user', 'device-name', 'client-name', 'client-version', 'epoch'),
          resumed: before['user'] === after['user'],
        },
      };
    case 'license:ReleaseLicense':
      return release(before, after['reason']);
    case 'license:UnassignLicense':
      // Of one that was in use, or was being released already, its release has told.
      return before['lease-state'] === 'offline' ? release(before, 'released') : null;
    case 'license:LapseLease':
      return { type: 'license.lapsed', data: pick(before, 'user', 'device-name') };
    case 'license:IssueLicense': {
      const { product, type } = fieldsOf(after['certificate']);
      return parseRn(resource).resourceType === 'license' ? { type: 'license.issued', data: { product, type } } : null;
    }
    case 'license:UpdateLicenseStatus':
    case 'license:UpdateLicenseTerms':
      if (before['status'] === after['status']) return null;
      return { type: 'license.status-changed', data: { before: before['status'], after: after['status'] } };
    default:
      return null;
  }
}

/** The ways of giving a license back, each by its reason. */
const released: Readonly<Record<string, string>> = {
  'license:CheckInLicense': 'checked-in',
  'license:ReturnLicense': 'returned',
  'license:EndOfflineLease': 'offline-ended',
};

function release(before: Fields, reason: unknown): Event {
  return { type: 'license.released', data: { ...pick(before, 'user', 'device-name'), reason } };
}

function pick(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
