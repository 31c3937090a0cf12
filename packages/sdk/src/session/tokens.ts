import { isRecord, numberOrNull, parseJson, textOrNull } from '../replies/json.ts';

/** A pair of tokens from the authorization server. */
export interface Tokens {
  /** The session's access token for the next hour. */
  readonly access: string;
  /** The refresh token, which gets the next pair once. */
  readonly refresh: string;
  /** When the access token expires, in milliseconds since 1970, by this machine's wall clock. */
  readonly expiresOn: number;
}

/** Serializes the tokens for a store. */
export function writeTokens({ access, refresh, expiresOn }: Tokens): string {
  return JSON.stringify({ 'access-token': access, 'refresh-token': refresh, 'expires-on': expiresOn });
}

/** Parses the tokens of a stored text; null when it is missing or damaged: then the user signs in again. */
export function readTokens(text: string | null): Tokens | null {
  const stored = text === null ? null : parseJson(text);
  if (!isRecord(stored)) return null;
  const access = textOrNull(stored['access-token']);
  const refresh = textOrNull(stored['refresh-token']);
  const expiresOn = numberOrNull(stored['expires-on']);
  return access && refresh && expiresOn !== null ? { access, refresh, expiresOn } : null;
}
