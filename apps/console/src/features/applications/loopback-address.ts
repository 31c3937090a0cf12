/** Whether an address is one of the device itself, by number: the only ones that an answer for an application is sent to. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname) && username === '' && password === '';
}
