import { CompiledQuery } from 'kysely';
import { type Database, inOneRoundTrip } from '../../db/database.ts';
import { emailForms, storedEmail } from '../../email-address.ts';
import { addressLimit, attemptKey, countStatement, emailLimit, tooManyAttempts } from './attempts.ts';

/** The columns that decide a sign-in. */
export interface Found {
  readonly id: string;
  readonly 'account-id': string;
  readonly 'password-hash': string | null;
  readonly status: string;
  readonly 'account-status': string;
  /** Whether a password may not suffice: they have a factor, or the account requires one or refuses passwords. */
  readonly 'more-possible': boolean;
}

/**
 * Counts an attempt to sign in, for its address first and then for its e-mail, and finds the user with that e-mail. All
 * of it is one statement, so that the row of an address that many users share is locked only for its duration.
 *
 * It does not wait for the disk: every node sees the count at once, and it is lost only if the database's machine fails
 * within the fraction of a second before it is written.
 *
 * @returns null for an unknown e-mail
 * @throws {ProblemError} 429 with the seconds to wait, when a limit is used up
 */
export async function findSigningInUser(db: Database, email: string, address: string): Promise<Found | null> {
  const forms = emailForms(withoutNul(email));
  const values = [
    attemptKey(addressLimit, address),
    attemptKey(emailLimit, storedEmail(email)),
    forms,
    withoutNul(email),
  ];
  const [row] = await inOneRoundTrip(db, 'every account', CompiledQuery.raw(statement, values) as CompiledQuery<Row>);
  if (!row) throw new Error('An attempt was not counted.');
  const wait = row['address-wait'] || row['email-wait'] || 0;
  if (wait > 0) throw tooManyAttempts(wait);
  return row.id === null ? null : (row as Found);
}

type Row = { readonly 'address-wait': number; readonly 'email-wait': number | null } & (Found | { readonly id: null });

const statement = `
with "by-address" as (${countStatement(addressLimit, 'values ($1, 1, now())')}
), "by-email" as (${countStatement(emailLimit, 'select $2, 1, now() from "by-address" where wait = 0')}
)
select "by-address".wait as "address-wait", "by-email".wait as "email-wait",
  users.id, users."account-id", users."password-hash", users.status, accounts.status as "account-status",
  accounts."second-factor" <> 'off' or not accounts."password-sign-in" or exists (select from factors where "user-id" = users.id) as "more-possible",
  set_config('synchronous_commit', 'off', true)
from "by-address" left join "by-email" on true
  left join (users join accounts on accounts.id = users."account-id" and accounts."deleted-on" is null)
    on users."folded-email" = any(array(select fold(one) from unnest($3::text[]) as one))
      and users."deleted-on" is null and "by-email".wait = 0
order by users."folded-email" = fold($4) desc nulls last limit 1`;

/** PostgreSQL cannot store NUL in text, so no e-mail contains one. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
