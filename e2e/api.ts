import { type ApiClient, createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import { demoPerson, productUrl } from './people.ts';

/** A user who can sign in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Makes calls as a user, without a browser. */
export async function apiOf({ email: username, password }: Person): Promise<ApiClient> {
  const body = { username, password };
  return apiWith(tokenOf(await createClient({ baseUrl: productUrl() }).send(calls.authorize, { body })));
}

/** Makes calls with a token. */
export function apiWith(token: string): ApiClient {
  return createClient({ baseUrl: productUrl(), token: () => token });
}

let root: Promise<ApiClient> | undefined;

/** Makes calls as the provider's root administrator; all preparations of a worker share one session. */
export function rootApi(): Promise<ApiClient> {
  root ??= demoPerson('Root Administrator', 'provider').then(apiOf);
  return root;
}

/** Returns a unique text for names and e-mails. */
export function unique(): string {
  return crypto.randomUUID().slice(0, 8);
}
