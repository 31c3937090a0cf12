import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { clock, fold, interval } from '../../../db/expressions.ts';
import type { LinkMailsTable } from '../../../db/schema/people.ts';

/** Maximum number of mails with links to one recipient per hour. */
export const mailsPerHour = 5;

/**
 * Counts a mail with a link, if its recipient may get another one this hour, of whatever kind. A recipient who has had five
 * is not left without a link: those of earlier mails still work, and an administrator's reply contains one.
 *
 * @returns whether the mail may be sent
 */
export async function countLinkMail(
  tx: Transaction,
  recipient: string,
  kind: LinkMailsTable['kind'],
): Promise<boolean> {
  // Serializes the mails to one recipient, so that each counts those before it.
  await sql`select pg_advisory_xact_lock(hashtext('keyhold link'), hashtext(fold(${recipient})))`.execute(tx);
  const { rows } = await sql`
    insert into "link-mails" (recipient, kind)
    select ${fold(recipient)}, ${kind}::text where ${mailsPerHour} > (
      select count(*) from "link-mails" where recipient = ${fold(recipient)}
        and "on" > ${clock} - ${interval({ hours: 1 })})
    returning kind`.execute(tx);
  return rows.length > 0;
}
