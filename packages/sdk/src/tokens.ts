import { isRecord, numberOrNull, parseJson, textOrNull } from './json.ts';

/** A pair of tokens, as the authorization server gave it. */
export interface Tokens {
  /** The session's token of the next hour. */
  readonly access: string;
  /** What gets the next pair, once. */
  readonly refresh: string;
  /** When the access token ends, in milliseconds since 1970, by this machine's calendar. */
  readonly expiresOn: number;
}

/** The text that a store keeps. */
export function writeTokens({ access, refresh, expiresOn }: Tokens): string {
  return JSON.stringify({ 'access-token': access, 'refresh-token': refresh, 'expires-on': expiresOn });
}

/** The tokens of a stored text; null when there is none, or it is damaged: then the user signs in again. */
export function readTokens(text: string | null): Tokens | null {
  const stored = text === null ? null : parseJson(text);
  if (!isRecord(stored)) return null;
  const access = textOrNull(stored['access-token']);
  const refresh = textOrNull(stored['refresh-token']);
  const expiresOn = numberOrNull(stored['expires-on']);
  return access && refresh && expiresOn !== null ? { access, refresh, expiresOn } : null;
}
