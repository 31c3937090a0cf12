import type { calls } from '@keyhold/contract';
import type { Caller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import { addJobs } from '../../jobs/add-jobs.ts';

/**
 * Takes every request alike, whether its e-mail is known or not: a job finds that out afterwards, so that neither the
 * reply nor its time tells.
 */
export const resetPassword: Procedure<typeof calls.resetPassword, Caller> = async (services, _caller, { body }) => {
  await inTransaction(services.db, 'every account', async (tx) => {
    const { id } = await tx
      .insertInto('reset-requests')
      .values({ email: body.email })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJobs(tx, 'reset-password', [id]);
  });
  return {};
};
