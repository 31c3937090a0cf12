import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that identify its network; the owner of the network chooses the others. */
const networkBits = 64;

/** The unit that limits count as one address: the network of an IPv6 address, or an IPv4 address in normal form. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().replace(/%.*/, '')}/${networkBits}`,
  ).toString();
}

/** The stored form of the network of an address. */
export function networkHash(address: string): Buffer {
  return hash('sha256', networkOf(address), 'buffer');
}
