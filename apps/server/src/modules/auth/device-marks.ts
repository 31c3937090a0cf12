import type { Caller } from '../../access/actor.ts';
import { deviceLimit, emailKeyOf } from '../../access/attempts.ts';
import { readOnly, type Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { Cookies } from '../../http/bind.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';

/** Days for which a device mark is valid after its last sign-in, which is the longest that browsers keep a cookie. */
const markDays = 400;
/** Days after a sign-in for which its network counts as known. */
export const knownAddressDays = 30;

/**
 * Over https, browsers accept a `__Host-` cookie only from this host, encrypted and for every path (RFC 6265bis,
 * 4.1.3.2).
 */
const cookieOf = (publicUrl: string) =>
  publicUrl.startsWith('https:')
    ? { name: '__Host-keyhold-device', secure: '; Secure' }
    : { name: 'keyhold-device', secure: '' };

/** The mark that a browser or application presents; null when it has none. */
function markOf(cookies: string | undefined, publicUrl: string): string | null {
  const { name } = cookieOf(publicUrl);
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
}

function markCookie(mark: string, publicUrl: string): string {
  const { name, secure } = cookieOf(publicUrl);
  return `${name}=${mark}; Path=/; Max-Age=${markDays * 86_400}; HttpOnly; SameSite=Strict${secure}`;
}

/** The origin of an attempt to sign in. */
export interface AttemptOrigin {
  readonly address: string;
  /** The hash of the mark that was presented. */
  readonly mark: Buffer | null;
}

/** The origin of an attempt to sign in, with the mark that it presents. */
export function originOf(
  { installation }: Pick<Services, 'installation'>,
  { origin: { address } }: Caller,
  { cookies }: Pick<Cookies, 'cookies'>,
): AttemptOrigin {
  const mark = markOf(cookies, installation.publicUrl);
  return { address, mark: mark === null ? null : hashOfSecret(mark) };
}

/** The mark that a sign-in leaves. */
export interface MarkToLeave {
  /** What is stored. */
  readonly hash: Buffer;
  /** Gives the browser its mark, once the sign-in has been committed. */
  give(): void;
}

/**
 * The mark that a sign-in leaves: the browser's own, which several users may share, or a new one. A mark that was not
 * issued here is replaced.
 *
 * @param options.issued whether the presented mark was issued here, where this is already known
 */
export async function markToLeave(
  { db, installation: { publicUrl } }: Pick<Services, 'db' | 'installation'>,
  { cookies, setCookie }: Cookies,
  { issued }: { readonly issued?: boolean } = {},
): Promise<MarkToLeave> {
  const presented = markOf(cookies, publicUrl);
  const keep = presented !== null && (issued ?? (await readOnly(db, 'every account', (tx) => isIssued(tx, presented))));
  const mark = keep ? presented : randomSecret();
  return { hash: hashOfSecret(mark), give: () => setCookie(markCookie(mark, publicUrl)) };
}

async function isIssued(tx: Transaction, mark: string): Promise<boolean> {
  const found = await tx
    .selectFrom('device-marks')
    .select('hash')
    .where('hash', '=', hashOfSecret(mark))
    .where('expires-on', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The key of the attempts of a user from a marked browser or application. */
export function deviceKey(hash: Buffer, userId: string): string {
  return `${deviceLimit.kind}:${hash.toString('base64url')}:${userId}`;
}

/**
 * The key of the attempts that a finished sign-in clears: those of the browser, if it has signed in as this user before,
 * or those of the e-mail. What strangers did to the e-mail of a user with a mark remains counted.
 */
export async function keyOfFirstStep(
  tx: Transaction,
  user: { readonly id: string; readonly email: string },
  mark: MarkToLeave,
): Promise<string> {
  const marked = await tx
    .selectFrom('device-marks')
    .select('hash')
    .where('hash', '=', mark.hash)
    .where('user-id', '=', user.id)
    .where('expires-on', '>', now)
    .executeTakeFirst();
  return marked ? deviceKey(mark.hash, user.id) : emailKeyOf(user.email);
}

/** Deletes the marks of a user, because their password has changed. */
export async function endDeviceMarks(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('device-marks').where('user-id', '=', userId).execute();
}
