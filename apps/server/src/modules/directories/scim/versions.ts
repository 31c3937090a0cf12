import { entityTagsOf } from '../../../http/reply.ts';
import { stale } from '../../../problem.ts';
import { versionOf } from './scim-resource.ts';

/**
 * Rejects a change that is based on an older version.
 *
 * @throws {ProblemError} 412
 */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (!entityTagsOf(ifMatch).includes(versionOf(version).replace(/^W\//, ''))) throw stale();
}
