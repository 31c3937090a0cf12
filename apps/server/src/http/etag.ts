import { createHash } from 'node:crypto';
import { stale } from '../problem.ts';

/** Fields that change without anybody editing: a stale edit is judged without them. */
const livingFields: ReadonlySet<string> = new Set(['state', 'last-login', 'status']);

/**
 * The entity tag of a reply: a digest of what can be edited, for `If-Match`, and one of everything, for `If-None-Match`.
 * An edit is not stale because somebody signed in or a license was consumed meanwhile.
 */
export function entityTag(payload: Readonly<Record<string, unknown>>): string {
  const item = payload['item'];
  return `"${item === undefined ? 'list' : editDigest(item)}.${digest(JSON.stringify(payload))}"`;
}

/** Whether `If-None-Match` says that the caller has this reply already. */
export function matchesEntityTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && parts(header).some((candidate) => candidate === '*' || candidate === tag);
}

/**
 * Refuses a change whose `If-Match` was read from an older state of the thing.
 *
 * @param current the thing as a reply would show it now, read in the transaction that changes it
 */
export function requireFresh(header: string | undefined, current: unknown): void {
  if (header === undefined) return;
  const edit = editDigest(current);
  const fresh = parts(header).some((tag) => tag === '*' || tag.replaceAll('"', '').split('.')[0] === edit);
  if (!fresh) throw stale();
}

function parts(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

function editDigest(item: unknown): string {
  return digest(JSON.stringify(item, (key, value: unknown) => (livingFields.has(key) ? undefined : value)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
