/** The domain of an e-mail address, normalized as in a connection: in lower case and ASCII. */
export function domainOf(email: string): string {
  const name = email.slice(email.lastIndexOf('@') + 1);
  return URL.parse(`http://${name}`)?.hostname ?? '';
}
