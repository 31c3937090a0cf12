import { domainToASCII, domainToUnicode } from 'node:url';

/** The characters of a host name, in any script: the parser accepts others, and reads only what precedes or follows them. */
const hostName = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** The domain of an e-mail address, normalized as in a connection: in lower case and ASCII. Empty when it has none. */
export function domainOf(email: string): string {
  const name = email.slice(email.lastIndexOf('@') + 1);
  return hostName.test(name) ? domainToASCII(name) : '';
}

/** The forms of a domain in ASCII that folded e-mails may have: in ASCII, and in its own script. */
export function formsOfDomain(domain: string): string[] {
  return [...new Set([domain, domainToUnicode(domain) || domain])];
}

/** A domain of plain letters, digits and others of ASCII, which has one form only. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII.
const plainDomain = /^(?!.*xn--)[\x00-\x7f]*$/i;

/**
 * The one form in which an e-mail address is stored, so that addresses of the same mailbox compare equal: in Unicode NFC,
 * with the domain in its own script, however it was written (in ASCII, in full-width letters).
 *
 * @example
 * storedEmail('ada@xn--mnchen-3ya.example') // 'ada@münchen.example'
 */
export function storedEmail(email: string): string {
  const text = email.normalize('NFC');
  const at = text.lastIndexOf('@') + 1;
  if (plainDomain.test(text.slice(at))) return text;
  const domain = domainToUnicode(domainOf(text));
  return domain === '' ? text : text.slice(0, at) + domain;
}

/** The forms in which an address that a person typed may be stored: as {@link storedEmail}, or as typed before there was one form. */
export function emailForms(email: string): string[] {
  return [...new Set([storedEmail(email), email])];
}
