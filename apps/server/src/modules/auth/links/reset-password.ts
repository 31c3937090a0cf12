import { sql } from 'kysely';
import { countAttempt, resetAddressLimit } from '../../../access/attempts.ts';
import { inTransaction } from '../../../db/database.ts';
import { storedEmail } from '../../../email-address.ts';
import type { PublicProcedure } from '../../../http/bind.ts';
import { addJobs } from '../../../queue/add-jobs.ts';
import { mailsPerHour } from './link-mails.ts';

/**
 * Accepts every request in the same way, whether its e-mail is known or not: a job looks it up afterwards, so that
 * neither the reply nor its time reveals it. Requests beyond the mail limit of one e-mail leave no row and no job.
 */
export const resetPassword: PublicProcedure<'resetPassword'> = async (services, { origin }, { body }) => {
  const email = storedEmail(body.email);
  await countAttempt(services.db, resetAddressLimit, origin.address);
  await inTransaction(services.db, 'every account', async (tx) => {
    // Serializes the requests for one e-mail, so that each counts those before it.
    await sql`select pg_advisory_xact_lock(hashtext('keyhold reset'), hashtext(fold(${email})))`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      insert into "reset-requests" (email)
      select ${email}::text where ${mailsPerHour} > (
        select count(*) from "reset-requests"
        where fold(email) = fold(${email}) and "created-on" > now() - interval '1 hour')
      returning id`.execute(tx);
    await addJobs(tx, 'reset-password', rows);
  });
  return {};
};
