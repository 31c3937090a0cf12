/** The path of the single sign-on calls. */
export const singleSignOnPath = '/auth/v1/sso';

/** How long a sign-in at a provider may take, in minutes. */
export const signInMinutes = 10;

/** Over https, browsers accept a `__Host-` cookie only from this host, encrypted and for every path (RFC 6265bis, 4.1.3.2). */
const cookieOf = (publicUrl: string) =>
  publicUrl.startsWith('https:')
    ? { name: '__Host-keyhold-sso', path: '/', secure: '; Secure' }
    : { name: 'keyhold-sso', path: singleSignOnPath, secure: '' };

/** The secret that a browser got at the beginning of its sign-in; null when it has none. */
export function browserOf(cookies: string | undefined, publicUrl: string): string | null {
  const { name } = cookieOf(publicUrl);
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
}

/** The header that gives a browser its secret, for as long as a sign-in may take. Concurrent sign-ins share it. */
export function browserCookie(secret: string, publicUrl: string): string {
  const { name, path, secure } = cookieOf(publicUrl);
  return `${name}=${secret}; Path=${path}; Max-Age=${signInMinutes * 60}; HttpOnly; SameSite=Lax${secure}`;
}
