import type { Opening, Statement } from '@keyhold/pg-round-trip';

/** A session as a node has cached it: its version grows whenever the rights of its user change. */
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
      /** The session of the request, where it was cached: the database confirms it before any result is returned. */
      readonly session?: RememberedSession | undefined;
    };

/** The cached session is outdated; nothing was done. */
export class SessionChanged extends Error {}

const bindRole = `select set_config('role', 'keyhold_app', true)`;
/** A statement of its own, so that the next one is planned once, for that role. */
const appRole: Statement = { text: bindRole, values: [] };
const readOnly: Statement = { text: `${bindRole}, set_config('transaction_read_only', 'on', true)`, values: [] };

const bindAccount = `select set_config('keyhold.account', $1, true)`;
/** The confirmation stands after the setting, which lets the session's row be seen at all. */
const bindAndConfirm = `${bindAccount}, (select true from sessions
  where id = $2 and version = $3 and "ended-on" is null and "expires-on" > now()) as confirmed`;

/**
 * Sets the role that row-level security binds and the scope's account, and confirms a cached session.
 *
 * @param access whether anything may be written
 */
export function openingOf(scope: Scope, access: 'read' | 'write'): Opening {
  const role = access === 'read' ? readOnly : appRole;
  if (scope === 'every account') return { statements: [role, { text: bindAccount, values: ['*'] }] };
  const { account, session } = scope;
  if (!session) return { statements: [role, { text: bindAccount, values: [account] }] };
  return {
    statements: [role, { text: bindAndConfirm, values: [account, session.id, session.version] }],
    check([, bound]) {
      if (bound?.rows[0]?.['confirmed'] !== true) throw new SessionChanged();
    },
  };
}
