import { type TestApp, testPassword } from '../app.ts';
import { makeFactors } from './factors.ts';
import { makeLicenses } from './licenses.ts';
import { createMaking } from './making.ts';
import { makePeople } from './people.ts';
import { makePrograms } from './programs.ts';
import { makeSignIns } from './sign-ins.ts';
import { makeWebhooks } from './webhooks.ts';

export type Maker = ReturnType<typeof createMaker>;

/** Creates fresh resources directly in the database, so that each call has its own to change. */
export function createMaker(test: TestApp) {
  const making = createMaking(test);
  const people = makePeople(making);
  const licenses = makeLicenses(making, people.person);
  return {
    password: testPassword,
    next: making.next,
    email: making.email,
    ...people,
    ...licenses,
    ...makePrograms(making, licenses.product),
    ...makeSignIns(making),
    ...makeFactors(making),
    ...makeWebhooks(making),
  };
}
