import { type Policy, permits } from '@keyhold/contract';
import type { CachedSession } from '../db/database.ts';
import type { Installation } from '../installation.ts';

/** What a lease's own token says of the lease that it was signed for. */
export interface LeaseBearer {
  /** The rn of the license. */
  readonly license: string;
  readonly epoch: number;
  readonly seq: number;
  readonly mode: 'online' | 'offline';
}

/** Where a request came from. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The caller of a request, signed in or not. */
export interface Caller {
  readonly installation: Installation;
  readonly origin: Origin;
}

/** A signed-in caller, as the database had them when the request arrived. */
export interface Actor extends Caller {
  readonly accountId: string;
  /** The user; of a service account, its own id, which no user has. */
  readonly userId: string;
  /** The session, or the service account's token. */
  readonly sessionId: string;
  /** Grows with whatever changes what the session's user may do. */
  readonly sessionVersion: number;
  /** Set where the caller is a program with a token of a service account: what only people do is closed to it. */
  readonly isServiceAccount?: true;
  /** Set where the token is an application's; the command has no product. */
  readonly application?: { readonly id: string; readonly product: string | null };
  readonly rn: string;
  readonly email: string;
  readonly name: string;
  /** Their own policies and those of their roles. */
  readonly policies: readonly Policy[];
  /** Provider staff who may list accounts act across them, each action by its own permission. */
  readonly crossesAccounts: boolean;
  /** Set where the bearer is the holder of a lease, by the lease's own token: it opens nothing but giving that lease back. */
  readonly lease?: LeaseBearer | undefined;
  /** Set where the actor comes from the cache: whatever uses it has the database confirm the session first. */
  readonly cachedSession?: CachedSession | undefined;
}

/** The author of a change, as the audit log names them: a signed-in user, or the server itself. */
export type Author = Caller | (Caller & Pick<Actor, 'rn' | 'name' | 'email'>);

/** The server itself, for changes that only time makes. */
export function theServer(installation: Installation): Caller {
  return { installation, origin: { requestId: '', address: '', userAgent: '' } };
}

/** Whether a user of this account with these policies acts across accounts (decisions, section 3). */
export function crossesAccounts(installation: Installation, accountId: string, policies: readonly Policy[]): boolean {
  return accountId === installation.providerAccountId && permits(policies, 'adm:ListAccounts');
}
