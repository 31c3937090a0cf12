import { BlockList, isIPv6 } from 'node:net';

/** The addresses from which a token is valid. */
export interface AllowedAddresses {
  allows(address: string): boolean;
}

/** Reads address ranges (CIDR); null without any, which allows every address. */
export function allowedAddresses(ranges: readonly string[]): AllowedAddresses | null {
  if (ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return { allows: (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') };
}
