import { type RawBuilder, sql } from 'kysely';

// SQL conditions that several queries share, each defined once.

/** The condition that a row of `sessions` did not end with its account, which its own row may not show yet. */
export const notEndedWithAccount = sql<boolean>`not exists (select from accounts
  where accounts.id = sessions."account-id" and sessions."created-on" <= accounts."sessions-ended-on")`;

/** The condition that the account of a row is not deleted: its rows are deleted later than itself, or not at all. */
export function inAccount(
  table: 'service-accounts' | 'webhooks' | 'users' | 'tags' | 'licenses' | 'addon-licenses',
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from accounts
    where accounts.id = ${sql.ref(`${table}.account-id`)} and accounts."deleted-on" is null)`;
}
