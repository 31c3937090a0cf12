/** Whether a token is an API token of a service account, which says neither whose it is nor when it ends. */
export function isApiToken(token: string): boolean {
  return token.startsWith('kh_');
}

/** Whether an rn is that of a service account. */
export function isServiceAccount(rn: string): boolean {
  return rn.split(':')[3] === 'service-account';
}
