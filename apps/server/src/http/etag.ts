import { hash } from 'node:crypto';
import { stale } from '../problem.ts';

/** Fields that change without anybody editing: a stale edit is judged without them. */
const livingFields: ReadonlySet<string> = new Set(['state', 'last-login', 'status', 'failures']);

/**
 * The entity tag of a reply: a digest of what can be edited, for `If-Match`, and one of everything, for `If-None-Match`.
 * An edit is not stale because somebody signed in, a license was consumed or a delivery failed meanwhile.
 *
 * @param item what can be edited; undefined for a list
 * @param payload all of the reply's own fields, as text
 */
export function entityTag(item: unknown, payload: string): string {
  return `"${item === undefined ? 'list' : editDigest(item)}.${digest(payload)}"`;
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
  const fields = Object.entries(item as object).filter(([name]) => !livingFields.has(name));
  return digest(JSON.stringify(fields));
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
