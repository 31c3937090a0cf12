import { inTransaction } from '../../src/db/database.ts';
import { beginSession } from '../../src/modules/sessions/begin-session.ts';
import { signToken } from '../../src/tokens/tokens.ts';
import type { Person, TestApp } from '../app.ts';

/** The same user with an additional session. */
export async function signInAgain({ services }: TestApp, person: Person): Promise<Person> {
  const { db, installation, keys } = services;
  const caller = { installation, origin: { requestId: '', address: '127.0.0.1', userAgent: 'test' } };
  const who = { id: person.id, accountId: person.accountId, passwordHash: null };
  const started = await inTransaction(db, 'every account', (tx) => beginSession(tx, caller, who, 12));
  if (!started) throw new Error('Nobody signed in.');
  return { ...person, token: await signToken(keys, started.session, started.user) };
}
