import type { Actor } from '../../access/actor.ts';
import { countAttempt, personLimit, undoAttempt } from '../../access/attempts.ts';
import { scopeOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction, readOnly } from '../../db/database.ts';
import { clock } from '../../db/expressions.ts';
import type { Operation, Procedure } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { invalid, unauthenticated } from '../../problem.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { insertChallenge, spendChallenge } from '../factors/challenges.ts';
import { lockOwner } from '../factors/factors.sql.ts';
import { challengeIn, requestOptions, selectPasskeys } from '../factors/passkeys.ts';
import { checkFactor, type UsedFactor } from '../factors/use-factor.ts';
import { noteUse, wrongFactor } from './answer-challenge.ts';

/** Returns the options with which a passkey signs a proof for this session. */
export const startProof: Operation<'startProof'> = async (tx, actor) => {
  const id = randomSecret();
  const { sessionId, userId, accountId } = actor;
  await insertChallenge(tx, { id, purpose: 'proof', userId, accountId, sessionId });
  return { options: requestOptions(actor.installation, id, await selectPasskeys(tx, 'user-id', userId)) };
};

/** Records that the session's user proved their identity. Wrong attempts count for the user, a wrong password too. */
export const prove: Procedure<'prove'> = async (services, actor, { body }) => {
  await countAttempt(services.db, personLimit, actor.userId);
  const use = await check(services, actor, body);
  if (!use) throw wrong(body.method);
  await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const owner = await lockOwner(tx, actor.userId);
    if (!owner) throw unauthenticated();
    if (body.method === 'passkey' && body.response) {
      const given = { purpose: 'proof', userId: actor.userId, sessionId: actor.sessionId } as const;
      const spent = await spendChallenge(tx, hashOfSecret(challengeIn(body.response)), given);
      if (!spent) throw wrong('passkey');
    }
    const used = await use(tx);
    if (!used) throw wrong(body.method);
    if (used !== 'password') await noteUse(tx, actor, owner, used);
    await tx.updateTable('sessions').set({ 'proven-on': clock }).where('id', '=', actor.sessionId).execute();
    await audit(tx, actor, { action: 'auth:Prove', resource: actor.rn, after: { method: body.method } });
    undoAttempt(tx, personLimit, actor.userId);
  });
  return {};
};

type Body = Input<'prove'>['body'];

/** Checks a proof. Returns the function that spends it, or null when it is wrong. */
async function check(
  services: Services,
  actor: Actor,
  body: Body,
): Promise<((tx: Parameters<typeof spendChallenge>[0]) => Promise<UsedFactor | 'password' | null>) | null> {
  const { method, password = '', code, response } = body;
  if (method !== 'password') {
    const challenge = response ? challengeIn(response) : '';
    return checkFactor(services, actor.userId, { method, code, response }, challenge);
  }
  const found = await readOnly(services.db, scopeOf(actor), (tx) =>
    tx.selectFrom('users').select('password-hash').where('id', '=', actor.userId).executeTakeFirst(),
  );
  const hash = found?.['password-hash'] ?? null;
  return (await services.passwords.verify(hash, password)) ? async () => 'password' : null;
}

function wrong(method: Body['method']) {
  return method === 'password' ? invalid('password', 'This password is not correct.') : wrongFactor(method, 400);
}
