import { type Database, inTransaction } from '../../../db/database.ts';
import { hashOfSecret } from '../../../secrets/random-secret.ts';
import { selectKey } from './activate.ts';
import { selectConfirmation } from './email-confirmation.ts';

/** A link alone on its line, as in every mail: a name in the greeting may look like a part of one. */
const linkWithKey = /^https?:\/\/\S+[?&](activation-key|key)=([\w-]+)$/m;

/** Whether the link in the text of a mail opens nothing any more: its key was used or revoked, or has expired. */
export async function hasEndedLink(db: Database, text: string): Promise<boolean> {
  const [, parameter, key] = linkWithKey.exec(text) ?? [];
  if (key === undefined) return false;
  const select = parameter === 'key' ? selectConfirmation : selectKey;
  const live = await inTransaction(db, 'every account', (tx) => select(tx, hashOfSecret(key)).execute());
  return live.length === 0;
}
