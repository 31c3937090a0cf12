import type { Caller } from '../access/actor.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { anyFolded } from '../db/expressions.ts';
import { emailForms } from '../email-address.ts';
import { lockOwner } from '../modules/factors/factors.sql.ts';
import { removeAllFactors } from '../modules/factors/factors.ts';

/**
 * Removes every factor of the user with the given e-mail, as an operator of the machine.
 *
 * @returns how many were removed, or null if no user has the e-mail
 */
export async function resetFactorsOf(
  db: Database,
  caller: Caller,
  email: string,
  operator: string,
): Promise<number | null> {
  return inTransaction(db, 'every account', async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('folded-email', '=', anyFolded(emailForms(email.trim())))
      .where('deleted-on', 'is', null)
      .executeTakeFirst();
    const owner = user && (await lockOwner(tx, user.id));
    return owner ? removeAllFactors(tx, caller, owner, { operator }) : null;
  });
}
