import { type RawBuilder, sql } from 'kysely';

// SQL conditions that several queries share, each defined once.

// Those of statements that are written as text are texts, too. Their parameters are the names of tables in the query.

/** A condition given as text. */
export function condition(text: string): RawBuilder<boolean> {
  return sql.raw<boolean>(`(${text})`);
}

/** SQL text: the users and service accounts of an account may act. */
export function accountMayAct(accounts = 'accounts'): string {
  return `${accounts}.status <> 'Inactive' and ${accounts}."deleted-on" is null`;
}

/** SQL text: a user may act. */
export function userMayAct(users = 'users', accounts = 'accounts'): string {
  return `${isActiveUser(users)} and ${accountMayAct(accounts)}`;
}

/** SQL text: a user could act if their account may. */
export function isActiveUser(users = 'users'): string {
  return `${users}.status = 'Active' and ${users}."deleted-on" is null`;
}

/** SQL text: a user may act, or may once they have set a password. */
export function userMayBegin(users = 'users', accounts = 'accounts'): string {
  return `${users}.status <> 'Inactive' and ${users}."deleted-on" is null and ${accountMayAct(accounts)}`;
}

/** SQL text: a session is open, in a query that joins its account. */
export function isOpenSession(sessions = 'sessions', accounts = 'accounts'): string {
  return `${sessions}."ended-on" is null and ${sessions}."expires-on" > now() and ${outlivesAccountsSessions(sessions, accounts)}`;
}

/** SQL text: a session did not end with all of its account, which its own row may not show yet. */
export function outlivesAccountsSessions(sessions = 'sessions', accounts = 'accounts'): string {
  return `(${sessions}."created-on" <= ${accounts}."sessions-ended-on") is not true`;
}

/** SQL text: a row of `sessions` is an open session, in a query without its account. */
export const isOpenSessionAlone = `"ended-on" is null and "expires-on" > now()
  and not exists (select from accounts
    where accounts.id = sessions."account-id" and sessions."created-on" <= accounts."sessions-ended-on")`;

/** The condition that the account of a row is not deleted: its rows are deleted later than itself, or not at all. */
export function inAccount(
  table: 'service-accounts' | 'webhooks' | 'users' | 'tags' | 'licenses' | 'addon-licenses' | 'pools',
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from accounts
    where accounts.id = ${sql.ref(`${table}.account-id`)} and accounts."deleted-on" is null)`;
}
