import { sendDueMail } from '../mail/outbox.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailSettings } from '../mail/settings.ts';
import { connectMailServer } from '../mail/smtp.ts';
import { cascadeAccounts, rowsPerChunk } from '../modules/accounts/cascade-accounts.ts';
import { answerPendingResets, answerReset } from '../modules/auth/links/answer-reset.ts';
import { hasEndedLink } from '../modules/auth/links/ended-links.ts';
import { warnOfEnds } from '../modules/licenses/terms/warn-of-ends.ts';
import { notifyOfTokenEnds } from '../modules/service-accounts/notify-of-token-ends.ts';
import { releasedChunk, releaseManaged } from '../modules/service-accounts/release-managed.ts';
import { rollUpUsage } from '../modules/usage/roll-up-usage.ts';
import { rowIdOf } from '../queue/add-jobs.ts';
import { usualChunks } from '../queue/chunks.ts';
import type { Services } from '../services.ts';
import { sealPrivateKeys } from '../tokens/private-keys.ts';
import { type DeliverySettings, deliverWebhook } from '../webhook-delivery/deliver-webhook.ts';
import { notifyOfExpiry } from '../webhook-delivery/expiring.ts';
import { deliverDueWebhooks } from '../webhook-delivery/webhook-outbox.ts';
import { finishUpgradeJob } from './finish-upgrade-job.ts';
import type { Job, WorkerName } from './job.ts';
import { purge } from './purge.ts';
import { createSweep } from './sweep.ts';
import { type UpkeepSettings, upkeepJobs } from './upkeep-jobs.ts';
import { vacuumJob } from './vacuum-job.ts';

/** Concurrent jobs of each worker of a node. A hanging job does not delay jobs of other workers. */
export const concurrency: Readonly<Record<WorkerName, number>> = { requests: 2, mail: 2, webhooks: 8, upkeep: 1 };

/** The settings that jobs need in addition to the services. */
interface JobSettings extends MailSettings, DeliverySettings, UpkeepSettings {
  /** Days after which deleted rows are removed permanently. */
  readonly purgeDays: number;
  /** Called with the number of seats that became free although their release was not acknowledged. */
  readonly onUnanswered?: ((seats: number) => void) | undefined;
}

/** Lists all background jobs of a server. `job.ts` explains the fields, and the handling of failures. */
export function listJobs(
  services: Pick<Services, 'db' | 'log' | 'installation' | 'denials' | 'tracing' | 'secrets'>,
  settings: JobSettings,
): readonly Job[] {
  const { db, installation, denials, secrets } = services;
  return [
    // Records and announces the end of expired leases and licenses.
    {
      name: 'sweep-leases',
      runs: 'on one node',
      every: { seconds: 1 },
      deadline: 60,
      run: createSweep(services, settings.onUnanswered),
    },
    // Deletes and restores what belongs to an account that was deleted or restored.
    {
      name: 'cascade-accounts',
      runs: 'on one node',
      every: { seconds: 1 },
      chunk: rowsPerChunk,
      deadline: 600,
      run: (run) => cascadeAccounts(db, run),
    },
    // Releases the users and tags of a removed directory.
    {
      name: 'release-managed',
      runs: 'on one node',
      every: { seconds: 1 },
      chunk: releasedChunk,
      deadline: 600,
      run: (run) => releaseManaged(db, installation, run),
    },
    // Writes the counts of refused license requests, which are kept in memory.
    {
      name: 'flush-denials',
      runs: 'on each node',
      every: { seconds: 5 },
      deadline: 30,
      run: () => denials.flush(),
    },
    // Password reset requests, and requests whose job was lost with its node.
    {
      name: 'reset-password',
      runs: 'from the queue',
      worker: 'requests',
      every: 'on request',
      deadline: 30,
      run: ({ payload }) => answerReset(services, rowIdOf(payload)),
    },
    {
      name: 'answer-waiting-resets',
      runs: 'from the queue',
      worker: 'requests',
      every: 'each minute',
      atStart: true,
      chunk: 1_000,
      deadline: 30,
      run: ({ chunk }) => answerPendingResets(db, chunk),
    },
    ...mailJobs(services, settings),
    // Webhook deliveries, retries that are due, and the expiry event, which no transaction causes.
    {
      name: 'deliver-webhook',
      runs: 'from the queue',
      worker: 'webhooks',
      every: 'on request',
      deadline: 60,
      run: ({ payload, signal }) => deliverWebhook(services, settings, rowIdOf(payload), signal),
    },
    {
      name: 'deliver-due-webhooks',
      runs: 'from the queue',
      worker: 'webhooks',
      every: 'each minute',
      chunk: 1_000,
      deadline: 30,
      run: ({ chunk, signal }) => deliverDueWebhooks(db, chunk, { ...usualChunks, signal }),
    },
    {
      name: 'tell-of-expiry',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 28 },
      chunk: 500,
      deadline: 600,
      run: (run) => notifyOfExpiry(db, installation.region, run),
    },
    // Warns administrators of licenses that end, in the windows that their account has chosen.
    {
      name: 'warn-of-ends',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 34 },
      chunk: 5_000,
      deadline: 600,
      run: (run) => warnOfEnds(db, installation, run),
    },
    // Notifies of service account tokens that end within a week.
    {
      name: 'tell-of-token-ends',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 41 },
      chunk: 200,
      deadline: 600,
      run: (run) => notifyOfTokenEnds(db, installation, run),
    },
    // Sums up hours of use and deletes old uses.
    {
      name: 'roll-up-usage',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 6 },
      chunk: 6,
      deadline: 1_200,
      run: ({ chunk, signal }) => rollUpUsage(db, chunk, { ...usualChunks, signal }),
    },
    // Removes rows that were deleted long ago, and spent rows: ended sessions, used keys, sent mail.
    {
      name: 'purge',
      runs: 'from the queue',
      worker: 'upkeep',
      every: { atMinute: 17 },
      chunk: 500,
      deadline: 1_800,
      run: (run) => purge(db, settings.purgeDays, run),
    },
    ...upkeepJobs(services, settings),
    // Migrations that run while servers work, and the VACUUM of tables that an upgrade has rewritten.
    finishUpgradeJob(settings.connectionString, () => sealPrivateKeys(db, secrets)),
    vacuumJob(settings.connectionString),
  ];
}

/** Jobs for queued mail and for due retries. Without a mail server, mail waits in the outbox. */
function mailJobs(
  { db, log, installation }: Pick<Services, 'db' | 'log' | 'installation'>,
  settings: MailSettings,
): readonly Job[] {
  const { smtpUrl, mailFrom, keepSentMail = false } = settings;
  if (smtpUrl === undefined) return [];
  const sending = {
    db,
    log,
    installation,
    server: connectMailServer(smtpUrl, mailFrom),
    keepSentMail,
    hasEndedLink: (text: string) => hasEndedLink(db, text),
  };
  return [
    {
      name: 'send-mail',
      runs: 'from the queue',
      worker: 'mail',
      every: 'on request',
      deadline: 240,
      run: ({ payload, signal }) => sendMail(sending, rowIdOf(payload), signal),
    },
    {
      name: 'send-due-mail',
      runs: 'from the queue',
      worker: 'requests',
      every: 'each minute',
      atStart: true,
      chunk: 1_000,
      deadline: 30,
      run: ({ chunk }) => sendDueMail(db, chunk),
    },
  ];
}
