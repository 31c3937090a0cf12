import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer } from '../../apps/server/test/receivers/mail-server.ts';
import { startWebhookReceiver } from '../../apps/server/test/receivers/webhook-receiver.ts';
import { inDatabase } from '../fixtures/database.ts';

/** A receiver of mails and webhooks that keeps all of them. */
interface Recipients {
  readonly smtpUrl: string;
  readonly hook: string;
  /** Makes everything due, waits until all of it has been sent, and returns a sentence for each difference. */
  check(database: string, restart: () => Promise<void>): Promise<string[]>;
  /** The numbers of arrived mails and events, and of duplicates. */
  summary(): string;
  close(): Promise<void>;
}

/** In milliseconds; longer than the minute between a server's checks for due deliveries. */
const patience = 150_000;

/** Starts a mail server and a receiver of webhooks. */
export async function startRecipients(): Promise<Recipients> {
  const mail = await startMailServer();
  const hook = await startWebhookReceiver();
  const mailIds = () => mail.mails.map(({ headers }) => /<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? '');
  const hookIds = () => hook.received.map(({ headers }) => String(headers['webhook-id']));

  return {
    smtpUrl: mail.url,
    hook: hook.url,
    async check(database, restart) {
      await inDatabase(database, async (client) => {
        await client.query(
          `update outbox set "next-attempt-on" = now() where "sent-on" is null and "given-up-on" is null`,
        );
        // Also ends a killed server's claims, which count towards an account's limit of concurrent deliveries.
        await client.query(
          `update "webhook-deliveries" set "next-attempt-on" = now(), "claimed-until" = null where status = 'waiting'`,
        );
        await client.query(`update webhooks set "retry-on" = null`);
        // The next start then checks at once instead of in the next minute.
        await client.query(`update "task-times" set "due-on" = "due-on" - interval '1 minute'`);
      });
      await restart();
      const waiting = () =>
        inDatabase(database, async (client) => {
          const { rows } = await client.query<{ count: number }>(
            `select (select count(*) from outbox where "sent-on" is null and "given-up-on" is null)::int
               + (select count(*) from "webhook-deliveries" d join webhooks w on w.id = d."webhook-id"
                  where d.status = 'waiting' and w.enabled)::int as count`,
          );
          return rows[0]?.count ?? 0;
        });
      for (const end = Date.now() + patience; (await waiting()) > 0 && Date.now() < end; ) await wait(500);
      const [mails, events] = [new Set(mailIds()), new Set(hookIds())];
      return inDatabase(database, async (client) => {
        const sent = await client.query<{ id: string; isGivenUp: boolean }>(
          'select id::text, "given-up-on" is not null as "isGivenUp" from outbox',
        );
        // Excludes the demo's own webhooks, whose addresses lead nowhere.
        const deliveries = await client.query<{ id: string }>(
          `select d.id::text from "webhook-deliveries" d join webhooks w on w.id = d."webhook-id"
           where d.body <> '{}' and starts_with(w.url, $1)`,
          [hook.url],
        );
        return [
          // A mail whose link has ended meanwhile is given up, perhaps after it arrived from a server that was killed then.
          ...sent.rows
            .filter(({ id, isGivenUp }) => !isGivenUp && !mails.has(id))
            .map(({ id }) => `The mail ${id} was never sent.`),
          ...deliveries.rows
            .filter(({ id }) => !events.has(id))
            .map(({ id }) => `Of the event ${id} no receiver was notified.`),
          ...[...mails]
            .filter((id) => !sent.rows.some((row) => row.id === id))
            .map((id) => `The mail ${id} had no cause.`),
        ];
      });
    },
    summary: () => {
      const [mails, events] = [mailIds(), hookIds()];
      return `${new Set(mails).size} mails arrived, ${mails.length - new Set(mails).size} of them twice; ${new Set(events).size} events arrived, ${events.length - new Set(events).size} of them twice`;
    },
    close: async () => {
      await mail.stop();
      await hook.close();
    },
  };
}
