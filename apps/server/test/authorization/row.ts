import type { Person } from '../app.ts';
import type { Maker } from '../made/maker.ts';

/** A request that is right in every part, unless a case changes one. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can stand in a path, a query or a body. */
export type Kind =
  | 'account'
  | 'user'
  | 'role'
  | 'tag'
  | 'license'
  | 'addon-license'
  | 'product'
  | 'addon'
  | 'application'
  | 'service-account'
  | 'service-account-token'
  | 'session'
  | 'factor'
  | 'challenge'
  | 'domain'
  | 'lease'
  | 'webhook'
  | 'webhook-delivery';

interface NamedInBody {
  readonly kind: Kind;
  readonly field?: string;
  /** The answer to a name that is not the right one, where it is only compared. */
  readonly status?: 412;
}

interface Common {
  /** The path's parameters, and the kind of thing that each names. */
  readonly ids?: Readonly<Record<string, Kind>>;
  /** The rns in the body by their place in it, which a refusal names unless it names a field around it. */
  readonly rns?: Readonly<Record<string, NamedInBody>>;
  /** The rns in the query. */
  readonly queryRns?: Readonly<Record<string, Kind>>;
  /** What of a query must be left out where another of its words is said, by that other one. */
  readonly insteadOf?: Readonly<Record<string, string>>;
}

/** A call about the things of an account: it needs a permission there, or just a signed-in caller. */
export interface AccountRow extends Common {
  readonly about: 'an account';
  /** The action of the table in the wire document, or `signed in`. */
  readonly needs: string;
  /** A valid request about fresh things of an account. */
  request(make: Maker, account: string): Promise<Request> | Request;
  /** Where the account is named, if the path does not do it by what is in it. */
  readonly accountIn?: 'body' | 'query' | 'optional query';
  /** Anybody may make it about themselves. */
  readonly oneself?: true;
  /** A caller without the permission gets 404: a license's own policy might have let them. */
  readonly hidden?: true;
  /** It names the account's thing in the body, so that what is out of reach is a wrong field and not a missing page. */
  readonly unreachable?: 400;
  /** It is about what was deleted. */
  readonly restores?: true;
  /** It is for those who act across accounts. */
  readonly acrossAccounts?: true;
  /** It decides who gets in, so that it takes the rights of everybody there: of the provider's, a Root Administrator's. */
  readonly allRights?: true;
  /** What it answers where there is nothing beyond the product to answer it. */
  readonly answers?: 409;
  /** It is refused about the provider account. */
  readonly provider?: 409;
}

/**
 * A call that names nothing of an account: about the caller's own account as a whole, the provider's, or every account,
 * which only those who act across accounts may.
 */
export interface PlainRow extends Common {
  readonly about: 'the own account' | 'the catalogue' | 'every account';
  readonly needs: string;
  request(make: Maker): Promise<Request> | Request;
}

/** A call that everybody signed in may make about themselves alone. */
export interface SelfRow extends Common {
  readonly about: 'the caller';
  request(make: Maker, person: Person): Promise<Request> | Request;
  /** The reply about another user; where the call names nobody there is none. */
  readonly another?: 403 | 404;
  /** The answer about an id of the path that nothing has, where it is not 404. */
  readonly unknown?: 200 | 403 | 404;
  /** The parameters of the path that name something below the user, which is not found. */
  readonly lesser?: readonly string[];
  readonly malformed?: 403 | 404;
}

/** A call for everyone. */
export interface PublicRow extends Common {
  readonly about: 'nobody';
  request(make: Maker, account: string): Promise<Request> | Request;
}

export type Row = AccountRow | PlainRow | SelfRow | PublicRow;
