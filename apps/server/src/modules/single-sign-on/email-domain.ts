/** The domain of an e-mail address, as a connection's domain is written: in lower case and ASCII. */
export function domainOf(email: string): string {
  const name = email.slice(email.lastIndexOf('@') + 1);
  return URL.parse(`http://${name}`)?.hostname ?? '';
}
