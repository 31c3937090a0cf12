/** The two literal loopback addresses, with a port: `localhost` may be another machine (RFC 8252, section 8.3). */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]*$/;

/** Whether an application may be redirected there: a port and a path of the device itself, without user or fragment. */
export function isLoopbackRedirect(uri: string): boolean {
  const port = loopback.exec(uri)?.[1];
  if (port === undefined || Number(port) > 65_535 || uri.includes('#') || uri.length > 2000) return false;
  return URL.canParse(uri);
}
