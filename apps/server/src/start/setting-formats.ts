import { isIP } from 'node:net';
import { emailSchema, nameSchema } from '@keyhold/contract';

export function isEmail(value: string): boolean {
  return emailSchema.safeParse(value).success;
}

export function isName(value: string): boolean {
  return nameSchema.safeParse(value).success;
}

/** `Name <address>`, or an address alone. */
export function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return isEmail(address);
}

/** The host is named, and the user and the password can be decoded. */
export function isMailServer(value: string): boolean {
  const { hostname, username, password } = new URL(value);
  try {
    decodeURIComponent(username + password);
    return hostname !== '';
  } catch {
    return false;
  }
}

export function namesNoUser(url: string): boolean {
  const { username, password } = new URL(url);
  return username + password === '';
}

/** Whether an address has no path: the console is served at the root of its host. */
export function hasNoPath(url: string): boolean {
  return new URL(url).pathname === '/';
}

export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}

/** Whether a value is an address, a network, or a named group of networks. */
export function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits] = value.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
