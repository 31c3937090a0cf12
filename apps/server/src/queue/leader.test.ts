import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createLeader } from './leader.ts';

/** Nothing listens there. */
const noDatabase = 'postgresql://nobody@127.0.0.1:1/nothing';

test('a node that cannot reach the database does not lead, and warns once', async () => {
  const levels: number[] = [];
  const lines = new Writable({
    write(line, _encoding, done) {
      levels.push(JSON.parse(String(line)).level);
      done();
    },
  });
  const leader = createLeader(noDatabase, pino({ level: 'debug' }, lines));
  expect([await leader.leads(), await leader.leads()]).toEqual([false, false]);
  await leader.close();
  const { warn, debug } = pino.levels.values;
  expect(levels).toEqual([warn, debug]);
});
