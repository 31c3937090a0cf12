import { BlockList, isIPv6 } from 'node:net';

/** The addresses at which a token is good. */
export interface AllowedAddresses {
  allows(address: string): boolean;
}

/** Reads ranges of addresses (CIDR); null where there is none, and every address is allowed. */
export function allowedAddresses(ranges: readonly string[]): AllowedAddresses | null {
  if (ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return { allows: (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') };
}
