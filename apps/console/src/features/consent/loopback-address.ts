/** Whether an address is a numeric loopback address, the only kind to which the answer for an application is sent. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname) && username === '' && password === '';
}
