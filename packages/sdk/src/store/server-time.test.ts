import { expect, test } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { createServerTime } from './server-time.ts';

test('the highest of two times stays when the store replies to the lower one last', async () => {
  const stored: (string | null)[] = [];
  const replies = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const [first, last] = replies;
  let reads = 0;
  const time = createServerTime(
    {
      get: async () => replies[reads++]?.promise ?? null,
      set: (_name, value) => void stored.push(value),
    },
    fakeClock(),
  );
  const notes = [time.note(200), time.note(100)];
  first?.resolve(null);
  await notes[0];
  last?.resolve(null);
  await notes[1];
  expect(stored).toEqual(['200']);
});

test.each(['nonsense', 'Infinity'])('a recorded time that is none is replaced: %s', async (text) => {
  const stored: (string | null)[] = [];
  const store = { get: () => text, set: (_name: string, value: string | null) => void stored.push(value) };
  const time = createServerTime(store, fakeClock());
  await time.check();
  await time.note(100);
  expect(stored).toEqual(['100']);
});
