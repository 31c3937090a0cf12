import { openRootKey } from '../../src/modules/leases/token/root-key.ts';
import { createTestApp } from '../app.ts';
import { createMaker } from '../made/maker.ts';
import { createBadTokens } from './bad-tokens.ts';
import { createCallers } from './callers.ts';
import type { Kind } from './row.ts';
import { makeStrangeThings, type StrangeThings } from './strange-things.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One app with all callers signed in, for all calls of the matrix. */
export async function createWorld() {
  const test = await createTestApp();
  const make = createMaker(test);
  const [callers, badTokens] = [await createCallers(test), await createBadTokens(test)];
  const { acme, birch } = test.accounts;
  // The installation's root key is created when it is first needed, whatever becomes of that request.
  await openRootKey(test.services);
  const strange = new Map<string, StrangeThings>();
  return {
    test,
    make,
    callers,
    badTokens,
    /** Names that do not exist for a user of an account; cached, because no call can change them. */
    async strangeThings(kind: Kind, account: string): Promise<StrangeThings> {
      const key = `${kind} ${account}`;
      const known = strange.get(key);
      if (known) return known;
      const things = await makeStrangeThings(test, make, kind, account, account === acme ? birch : acme);
      strange.set(key, things);
      return things;
    },
  };
}
