import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { privateAddressError } from './connection-error.ts';

/** The only IPv6 range that is assigned to the open internet. */
const openNetwork = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host of an address, without the brackets around an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether an IP address is on the open internet, not on this machine or a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(openNetwork));
}

/**
 * Looks up a host for a connection, which is made to exactly the address that is checked here. One private address
 * among several rejects all of them: such a reply is an attack.
 */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(privateAddressError(host), '');
    }
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};
