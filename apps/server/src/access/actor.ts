import { type Policy, permits } from '@keyhold/contract';
import type { CachedSession } from '../db/database.ts';
import { type Installation, rnOf } from '../installation.ts';

/** The claims of a lease token about its lease. */
export interface LeaseBearer {
  /** The rn of the license. */
  readonly license: string;
  readonly epoch: number;
  readonly seq: number;
  readonly mode: 'online' | 'offline';
}

/** The origin of a request. */
interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The caller of a request, signed in or not. */
export interface Caller {
  readonly installation: Installation;
  readonly origin: Origin;
}

/** A signed-in caller, in the state of the database when the request arrived. */
export interface Actor extends Caller {
  readonly accountId: string;
  /** The user's id; for a service account, its own id, which differs from every user's. */
  readonly userId: string;
  /** The id of the session, or of the service account's token. */
  readonly sessionId: string;
  /** Grows with every change of the caller's rights. */
  readonly sessionVersion: number;
  /** Set for a caller with a service account token: calls that are only for users are closed to it. */
  readonly isServiceAccount?: true;
  /** Set for an application's token; the command has no product. */
  readonly application?: { readonly id: string; readonly product: string | null };
  readonly rn: string;
  readonly email: string;
  readonly name: string;
  /** The caller's own policies and those of its roles. */
  readonly policies: readonly Policy[];
  /** Whether the actor may list accounts as provider staff, and so act across them, with a permission per action. */
  readonly crossesAccounts: boolean;
  /** Set for the bearer of a lease token, which only allows returning that lease. */
  readonly lease?: LeaseBearer | undefined;
  /** Set for a cached actor: its transactions first have the database confirm the session. */
  readonly cachedSession?: CachedSession | undefined;
}

/** The author of a change in the audit log: a signed-in caller, or the server itself. */
export type Author = Caller | (Caller & Pick<Actor, 'rn' | 'name' | 'email'>);

/** A user as the author of a change whose caller is not signed in. */
export function authorOf(caller: Caller, user: Pick<Actor, 'accountId' | 'name' | 'email'> & { readonly id: string }) {
  const rn = rnOf(caller.installation, user.accountId, 'user', user.id);
  return { ...caller, rn, name: user.name, email: user.email };
}

/** The first and the last name of a user. */
export function fullName(user: Readonly<Record<'first-name' | 'last-name', string>>): string {
  return `${user['first-name']} ${user['last-name']}`;
}

/** The server itself, as the author of changes that happen by time alone. */
export function serverCaller(installation: Installation): Caller {
  return { installation, origin: { requestId: '', address: '', userAgent: '' } };
}

/** Whether a user of this account with these policies may act across accounts. */
export function crossesAccounts(installation: Installation, accountId: string, policies: readonly Policy[]): boolean {
  return accountId === installation.providerAccountId && permits(policies, 'adm:ListAccounts');
}
