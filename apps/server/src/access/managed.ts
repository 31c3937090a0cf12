import { conflict } from '../problem.ts';
import type { Actor } from './actor.ts';

/**
 * Refuses a change of a directory-managed resource by any other actor than that directory.
 *
 * @param thing the type of the resource
 * @throws {ProblemError} 409
 */
export function requireManager(
  actor: Actor,
  { 'directory-id': directory }: { readonly 'directory-id': string | null },
  thing: 'user' | 'tag',
): void {
  if (directory === null || directory === actor.userId) return;
  throw conflict('managed-by-directory', `A directory manages this ${thing}. Make this change there.`);
}
