import type { Person } from '../app.ts';
import type { Maker } from '../made/maker.ts';

/** A valid request, unless a case changes one of its parts. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The kinds of resource that a path, a query or a body can name. */
export type Kind =
  | 'account'
  | 'user'
  | 'role'
  | 'tag'
  | 'license'
  | 'pool'
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
  | 'lease-message'
  | 'waiter'
  | 'webhook'
  | 'webhook-delivery';

export interface NamedInBody {
  readonly kind: Kind;
  readonly field?: string;
  /** The status for a name that does not match, if it is only compared. */
  readonly status?: 412;
  /** The fields of the body that name it, if they exclude others of the valid request. */
  readonly body?: (rn: string) => object;
}

interface Common {
  /** The path's parameters, and the kind of resource that each names. */
  readonly ids?: Readonly<Record<string, Kind>>;
  /** The rns in the body by their path, which is the field of the error unless `field` names a parent. */
  readonly rns?: Readonly<Record<string, NamedInBody>>;
  /** The rns in the query. */
  readonly queryRns?: Readonly<Record<string, Kind>>;
  /** Query parameters that exclude each other: the first one is tested without the second. */
  readonly insteadOf?: Readonly<Record<string, string>>;
}

/** A call on resources of an account: it requires a permission there, or just a signed-in caller. */
export interface AccountRow extends Common {
  readonly about: 'an account';
  /** The action from the table in the wire document, or `signed in`. */
  readonly needs: string;
  /** A valid request about fresh resources of an account. */
  request(make: Maker, account: string): Promise<Request> | Request;
  /** The place of the account id, if the account does not follow from the path. */
  readonly accountIn?: 'body' | 'query' | 'optional query';
  /** All users may make it about themselves. */
  readonly oneself?: true;
  /** A caller without the permission gets 404, because a license's own policy might have allowed it. */
  readonly hidden?: true;
  /** It names the account's resource in the body, so that one out of reach is an invalid field, not a 404. */
  readonly unreachable?: 400;
  /** It restores a deleted resource. */
  readonly restores?: true;
  /** Only callers who act across accounts may make it. */
  readonly acrossAccounts?: true;
  /** It controls access to an account, so it requires all rights there: in the provider's, a Root Administrator. */
  readonly allRights?: true;
  /** The status if it depends on an external system, which the tests do not have. */
  readonly answers?: 409;
  /** The status for the provider account, which it refuses. */
  readonly provider?: 409;
}

/**
 * A call that names no resource of an account: about the caller's own account as a whole, the provider's catalogue, or
 * every account, which requires a caller who acts across accounts.
 */
export interface PlainRow extends Common {
  readonly about: 'the own account' | 'the catalogue' | 'every account';
  readonly needs: string;
  request(make: Maker): Promise<Request> | Request;
}

/** A call that every signed-in user may make about themselves only. */
export interface SelfRow extends Common {
  readonly about: 'the caller';
  request(make: Maker, person: Person): Promise<Request> | Request;
  /** The status for another user; undefined if the call names no user. */
  readonly another?: 403 | 404;
  /** The status for a path id that does not exist, if it is not 404. */
  readonly unknown?: 200 | 403 | 404;
  /** The path parameters that name a resource below the user, which is not found. */
  readonly lesser?: readonly string[];
  readonly malformed?: 403 | 404;
}

/** A call for unauthenticated callers. */
export interface PublicRow extends Common {
  readonly about: 'nobody';
  request(make: Maker, account: string): Promise<Request> | Request;
}

export type Row = AccountRow | PlainRow | SelfRow | PublicRow;
