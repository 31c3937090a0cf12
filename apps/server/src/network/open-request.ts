import { type ClientRequest, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { version } from '../version.ts';
import { privateAddressError } from './connection-error.ts';
import { connecting } from './outgoing-connections.ts';
import { hostOf, isPublicAddress, lookUpPublic } from './public-address.ts';

/**
 * Opens a request of this product: to public addresses only, unless `anywhere`. Its caller bounds time and size, and
 * follows no redirect.
 *
 * @throws {ConnectionError} for a literal address that is not public, which is connected to without a lookup
 */
export function openRequest(
  target: URL,
  anywhere: boolean,
  options: Pick<RequestOptions, 'method' | 'signal'> & { readonly headers: Readonly<Record<string, string | number>> },
): ClientRequest {
  const host = hostOf(target);
  if (!anywhere && isIP(host) && !isPublicAddress(host)) throw privateAddressError(host);
  const send = target.protocol === 'https:' ? requestSecure : requestPlain;
  return connecting(() =>
    send(target, {
      ...options,
      headers: { ...options.headers, 'user-agent': `Keyhold/${version}` },
      agent: false,
      ...(anywhere ? {} : { lookup: lookUpPublic }),
    }),
  );
}
