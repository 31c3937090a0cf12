/** The path of the single sign-on calls, to which the cookie is limited. */
export const singleSignOnPath = '/auth/v1/sso';

/** How long a sign-in at a provider may take, in minutes. */
export const signInMinutes = 10;

const cookieName = 'keyhold-sso';

/** The secret that a browser got at the beginning of its sign-in; null when it has none. */
export function browserOf(cookies: string | undefined): string | null {
  return new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
}

/** The header that gives a browser its secret, for as long as a sign-in may take. Concurrent sign-ins share it. */
export function browserCookie(secret: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${secret}; Path=${singleSignOnPath}; Max-Age=${signInMinutes * 60}; HttpOnly; SameSite=Lax${secure}`;
}
