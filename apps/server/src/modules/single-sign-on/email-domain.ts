import { domainToASCII } from 'node:url';

/** The characters of a host name, in any script: the parser accepts others, and reads only what precedes or follows them. */
const hostName = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** The domain of an e-mail address, normalized as in a connection: in lower case and ASCII. Empty when it has none. */
export function domainOf(email: string): string {
  const name = email.slice(email.lastIndexOf('@') + 1);
  return hostName.test(name) ? domainToASCII(name) : '';
}
