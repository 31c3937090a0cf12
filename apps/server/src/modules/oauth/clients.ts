import type { Transaction } from '../../db/database.ts';
import { OAuthError } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';

/** An application that sends a request. */
export interface Client {
  readonly id: string;
  readonly name: string;
}

/**
 * The application that a request names. All are public clients: a request with a secret is rejected.
 *
 * @param options.lock whether it is locked against deletion until the commit: before rows that refer to it are inserted or locked, which
 * its deletion deletes
 * @throws {OAuthError} `invalid_client` when there is none
 */
export async function requireClient(tx: Transaction, parameters: Parameters, { lock = false } = {}): Promise<Client> {
  const id = requireClientId(parameters);
  const query = tx.selectFrom('applications').select(['id', 'name']).where('id', '=', id);
  const known = await (lock ? query.forKeyShare() : query).executeTakeFirst();
  if (!known) throw new OAuthError('invalid_client', 'There is no such application.');
  return known;
}

/**
 * The client id of a request, whether there is such an application or not.
 *
 * @throws {OAuthError} `invalid_client` when the request contains a secret
 */
export function requireClientId(parameters: Parameters): string {
  const id = requireParameter(parameters, 'client_id');
  if (parameters.get('client_secret')) {
    throw new OAuthError('invalid_client', 'Applications are public clients: send no client_secret.');
  }
  return id;
}
