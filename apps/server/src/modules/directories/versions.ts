import { type RawBuilder, sql } from 'kysely';
import { stale } from '../../problem.ts';
import { versionOf } from './scim-resource.ts';

/** The time of a row's last change as its version, which differs for each change. */
export function rowVersion(table: 'users' | 'tags'): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(`${table}.updated-on`)}) * 1000000)::bigint::text`;
}

/**
 * Rejects a change that is based on an older version.
 *
 * @throws {ProblemError} 412
 */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!wanted.includes(versionOf(version).replace(/^W\//, ''))) throw stale();
}
