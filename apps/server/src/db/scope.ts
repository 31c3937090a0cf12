import type { CompiledQuery } from 'kysely';
import type { Statement, StatementResult } from './batch.ts';

/** A session as a node remembers it: its version grows whenever what its user may do changes. */
export interface RememberedSession {
  readonly id: string;
  readonly version: number;
}

/** Whose rows a transaction sees and writes: an account's, or everyone's. */
export type Scope =
  | 'every account'
  | {
      /** An account's id; `*` are all. */
      readonly account: string;
      /** Whose request it is, where that was remembered: the database confirms it before anything else is answered. */
      readonly session?: RememberedSession | undefined;
    };

/** What was remembered of a session is not so any more; nothing was done. */
export class SessionChanged extends Error {}

/** Whether the database has to confirm who asks. */
export function isRemembered(scope: Scope): boolean {
  return scope !== 'every account' && scope.session !== undefined;
}

const bindRole = `select set_config('role', 'keyhold_app', true)`;
/** Binds what follows to row security. It stands alone, so that what comes next is planned once, for that role. */
export const appRole: Statement = { text: bindRole, values: [] };
/** As {@link appRole}, and lets nothing be written. */
export const readOnly: Statement = { text: `${bindRole}, set_config('transaction_read_only', 'on', true)`, values: [] };

/** Binds what follows to the scope's account, and tells of a remembered session whether it is as it was. */
export function accountOf(scope: Scope): Statement {
  const text = `select set_config('keyhold.account', $1, true)`;
  if (scope === 'every account') return { text, values: ['*'] };
  const { account, session } = scope;
  if (!session) return { text, values: [account] };
  return { text: `${text}, ${confirmation}`, values: [account, session.id, session.version] };
}

/** Stands after the setting, by which the session's row can be seen at all. */
const confirmation = `(select true from sessions
  where id = $2 and version = $3 and "ended-on" is null and "expires-on" > now()) as confirmed`;

/**
 * @param bound what the statement that binds to the account answered
 * @throws {SessionChanged} when the scope's session is not what was remembered of it
 */
export function requireSession(scope: Scope, bound: StatementResult | undefined): void {
  if (isRemembered(scope) && bound?.rows[0]?.['confirmed'] !== true) throw new SessionChanged();
}

/** A query as it goes to the database. */
export function statementOf({ sql, parameters }: CompiledQuery): Statement {
  return { text: sql, values: parameters };
}
