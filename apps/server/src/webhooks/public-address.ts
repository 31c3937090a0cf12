import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks that are not the open internet (IANA's registry of special-purpose addresses, multicast). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** What of the one open IPv6 network is not, or leads to IPv4 addresses. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const open6 = networks('ipv6', ['2000::/3']);
const special = { ipv4: networks('ipv4', special4), ipv6: networks('ipv6', special6) };

/** Whether an IP address belongs to the open internet: neither to this machine nor to a network around it. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !special.ipv4.check(address, 'ipv4');
  return kind === 6 && open6.check(address, 'ipv6') && !special.ipv6.check(address, 'ipv6');
}

/** What a connection to a forbidden address fails with. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not an address on the open internet.`);
    this.name = 'PrivateAddressError';
  }
}

/**
 * Looks up a host for a connection, which is made to the very address that is checked here. One private address among
 * several spoils them all: whoever answers so is up to something.
 */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddressError(host), '');
    }
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

function networks(kind: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const block = new BlockList();
  for (const network of list) {
    const [address = '', length] = network.split('/');
    block.addSubnet(address, Number(length), kind);
  }
  return block;
}
