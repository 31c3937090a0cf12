import type { WebhookEvent } from '@keyhold/contract';
import { audit } from '@keyhold/server/audit';
import type { Transaction } from '@keyhold/server/database';
import { rnOf } from '@keyhold/server/installation';
import { webhookResource } from '@keyhold/server/resources';
import type { WebhookDeliveriesTable } from '@keyhold/server/schema';
import { newWebhookSecret } from '@keyhold/server/webhook-signature';
import type { Insertable } from 'kysely';
import { v7 } from 'uuid';
import type { Plan } from './plan.ts';
import type { DemoUse, UseHistory } from './rows/use-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A webhook; all webhooks of the demo are paused, so that it sends no requests. */
interface DemoWebhook {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly everyAccount: boolean;
  /** Consecutive failures when it was paused. */
  readonly failures: number;
  readonly deliveries: readonly Delivery[];
}

type Delivery = Omit<Insertable<WebhookDeliveriesTable>, 'account-id' | 'webhook-id'>;

/** Inserts a company's webhooks with their deliveries, and records them in its audit log. */
export async function insertWebhooks(tx: Transaction, plan: Plan, history: UseHistory, now: Date): Promise<void> {
  for (const { deliveries, everyAccount, ...fields } of webhooksOf(plan, history, now)) {
    const row = await tx
      .insertInto('webhooks')
      .values({
        ...fields,
        events: [...fields.events],
        'account-id': plan.accountId,
        'every-account': everyAccount,
        enabled: false,
        'created-on': new Date(now.getTime() - 40 * day),
        'updated-on': new Date(now.getTime() - pausedSince),
        secret: newWebhookSecret(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { installation, accountId } = plan;
    const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
    const resource = rnOf(installation, accountId, 'account', accountId);
    const after = webhookResource(row);
    await audit(tx, by, { action: 'iam:CreateWebhook', resource, after });
    const rows = deliveries.map((each) => ({ ...each, 'account-id': accountId, 'webhook-id': row.id }));
    if (rows.length > 0) await tx.insertInto('webhook-deliveries').values(rows).execute();
  }
}

/** A company's webhooks with their deliveries up to a moment. */
export function webhooksOf(plan: Plan, history: UseHistory, now: Date): DemoWebhook[] {
  if (plan.company.name === null) {
    return [
      {
        url: `https://crm.${plan.installation.providerEmailDomain}/hooks/licenses`,
        description: 'Tells sales of licenses that end; goes live with the new year',
        events: ['license.issued', 'license.status-changed', 'license.expiring'],
        everyAccount: true,
        failures: 0,
        deliveries: [],
      },
    ];
  }
  if (plan.company.domain !== 'acme.example') return [];
  return [
    {
      url: 'https://jobs.acme.example/hooks/keyhold',
      description: 'Job board in hall 1; paused while its server moves',
      events: ['license.consumed', 'license.released', 'license.denied'],
      everyAccount: false,
      failures: 4,
      deliveries: deliveriesOf(plan, history.uses, now),
    },
  ];
}

/** The receiver became unavailable this long before the latest event, which at a weekend is from Friday. */
const awayFor = 22 * hour;
/** Deliveries were paused this long ago. */
const pausedSince = 4 * hour;
/** How long a delivery is retried. */
const giveUpAfter = 3 * day;

/** Recent deliveries about licenses consumed and released: successful until the receiver became unavailable. */
function deliveriesOf(plan: Plan, uses: readonly DemoUse[], now: Date): Delivery[] {
  const events = uses
    .filter(({ start, end }) => start > now.getTime() - 12 * day && end < now.getTime() - pausedSince)
    .map((use, index) => {
      const returned = index % 2 === 1;
      return { use, returned, created: returned ? use.end : use.start };
    });
  const latest = Math.max(...events.map(({ created }) => created));
  // Recent enough that no waiting delivery has been given up.
  const away = Math.max(latest - awayFor, now.getTime() - giveUpAfter + hour);
  return events.map(({ use, returned, created }, index) => {
    const type: WebhookEvent = returned ? 'license.released' : 'license.consumed';
    const data = { ...subjectOf(plan, use), ...(returned ? { reason: 'checked-in' } : taken(index + 1)) };
    const row = {
      id: v7({ msecs: created }),
      type,
      body: JSON.stringify({ type, timestamp: new Date(created).toISOString(), data }),
      'created-on': new Date(created),
      'give-up-on': new Date(created + giveUpAfter),
    };
    if (created > away) return { ...row, ...waiting(created, index, now) };
    if (index % 37 === 20 && created < now.getTime() - giveUpAfter - day) {
      return { ...row, ...answered('failed', 19, 422, created + giveUpAfter), ...refused(422) };
    }
    // Some deliveries succeed only at the second attempt.
    const again = index % 14 === 5;
    return { ...row, ...answered('delivered', again ? 2 : 1, 200, created + (again ? minute + 900 : 400)) };
  });
}

function waiting(created: number, index: number, now: Date) {
  const attempts = Math.max(1, Math.floor(Math.log2((now.getTime() - pausedSince - created) / minute + 1)));
  const next = now.getTime() + (15 + ((index * 17) % 90)) * minute;
  return {
    status: 'waiting' as const,
    attempts,
    'response-status': 503,
    ...refused(503),
    'last-attempt-on': new Date(created + (2 ** (attempts - 1) - 1) * minute + 700),
    'next-attempt-on': new Date(next),
  };
}

function refused(response: number) {
  return { error: `The address answered ${response}.`, failure: 'error-status' as const };
}

function answered(status: 'delivered' | 'failed', attempts: number, response: number, last: number) {
  const tried = new Date(last);
  return {
    status,
    attempts,
    'response-status': response,
    error: null,
    failure: null,
    'last-attempt-on': tried,
    'next-attempt-on': tried,
  };
}

/** The payload of events about a license that was consumed or released. */
function subjectOf({ installation }: Plan, { account, license, user, device }: DemoUse) {
  return {
    account: rnOf(installation, account, 'account', account),
    license: rnOf(installation, account, 'license', license),
    user: rnOf(installation, account, 'user', user),
    'device-name': device,
  };
}

function taken(epoch: number) {
  return { 'client-name': 'Keyhold Studio', 'client-version': '26.1.2', epoch, resumed: false };
}
