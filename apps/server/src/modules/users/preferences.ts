import type { Preferences } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';

export const getPreferences: Operation<'getPreferences'> = async (tx, actor) => ({
  item: await selectPreferences(tx, actor).executeTakeFirstOrThrow(),
});

export const updatePreferences: Operation<'updatePreferences'> = async (tx, actor, { body, ifMatch }) => {
  const before: Preferences = await selectPreferences(tx, actor).forUpdate().executeTakeFirstOrThrow();
  requireFresh(ifMatch, before);
  const item: Preferences = { language: body.language };
  await tx.updateTable('users').set(item).where('id', '=', actor.userId).execute();
  await audit(tx, actor, { action: 'iam:UpdatePreferences', resource: actor.rn, before, after: item });
  return { item };
};

function selectPreferences(tx: Transaction, actor: Actor) {
  return tx.selectFrom('users').select('language').where('id', '=', actor.userId);
}
