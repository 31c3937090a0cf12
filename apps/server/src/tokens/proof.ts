import { proofMinutes } from '@keyhold/contract';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { ago } from '../db/expressions.ts';
import { ProblemError } from '../problem.ts';

/**
 * Requires that the user of a session has recently proved their identity, by signing in or since then.
 *
 * @throws {ProblemError} 403 when they have not, or there is no session to prove
 */
export async function requireProof(tx: Transaction, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  const proven = isUuid(sessionId)
    ? await tx
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', sessionId)
        .where('proven-on', '>', ago({ mins: proofMinutes }))
        .executeTakeFirst()
    : undefined;
  if (!proven) {
    throw new ProblemError(403, [{ code: 'proof-needed', message: 'Prove first that it is still you.' }]);
  }
}
