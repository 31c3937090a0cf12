import { sendDueMail } from '../mail/outbox.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailSettings } from '../mail/settings.ts';
import { connectMailServer } from '../mail/smtp.ts';
import type { Services } from '../services.ts';
import { rowIdOf } from './add-jobs.ts';
import { answerReset, answerWaitingResets } from './reset-password.ts';
import { type Running, startWorker, type Tasks } from './worker.ts';

/**
 * Does in the background, with every other node, what transactions leave to be done: sends their mail and answers
 * requests for a reset, and whatever tasks come with it.
 *
 * @param options.tasks further tasks by name
 * @throws the database's error, when it cannot be reached at the start
 * @example
 * const jobs = await startJobs({ connectionString, services, smtpUrl, mailFrom: 'Keyhold <no-reply@keyhold.example>' });
 * await jobs.stop();
 */
export async function startJobs(
  options: MailSettings & {
    readonly connectionString: string;
    readonly services: Pick<Services, 'db' | 'installation' | 'log'>;
    readonly tasks?: Tasks;
  },
): Promise<Running> {
  const { connectionString, services, smtpUrl, mailFrom, keepSentMail = false } = options;
  const { db, log } = services;

  await answerWaitingResets(db);
  const workers = [
    await startWorker({
      connectionString,
      concurrency: 2,
      log,
      tasks: {
        'reset-password': { run: (payload) => answerReset(services, rowIdOf(payload)) },
        // The rows are looked through whose job was lost with its node.
        'answer-waiting-resets': { run: () => answerWaitingResets(db), every: 'each minute' },
        ...(smtpUrl === undefined ? {} : { 'send-due-mail': { run: () => sendDueMail(db), every: 'each minute' } }),
        ...options.tasks,
      },
    }),
  ];
  if (smtpUrl !== undefined) {
    const sending = { db, log, server: connectMailServer(smtpUrl, mailFrom), keepSentMail };
    await sendDueMail(db);
    // A worker of its own: a mail server that hangs holds up nothing but mail.
    workers.push(
      await startWorker({
        connectionString,
        concurrency: 2,
        log,
        tasks: { 'send-mail': { run: (payload, signal) => sendMail(sending, rowIdOf(payload), signal) } },
      }),
    );
  }

  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
