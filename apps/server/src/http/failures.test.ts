import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installFailures } from './failures.ts';

async function answerTo(error: Error) {
  const app = Fastify();
  installFailures(app);
  app.get('/', async () => {
    throw error;
  });
  const reply = await app.inject('/');
  return [reply.statusCode, reply.headers['retry-after']];
}

const withCode = (code: string) => Object.assign(new Error('by the database'), { code });

it.each([
  ['the network is cut', withCode('ETIMEDOUT')],
  ['nobody answers at its address', withCode('ECONNREFUSED')],
  ['it is stopped', withCode('57P01')],
  ['its disk is full', withCode('53100')],
  ['its disk is broken', withCode('58030')],
  ['it has become a standby', withCode('25006')],
  ['a pooler in between cannot reach it', withCode('08P01')],
  ['a connection breaks', new Error('Connection terminated unexpectedly')],
])('replies 503 with Retry-After when %s', async (_what, error) => {
  expect(await answerTo(error)).toEqual([503, '2']);
});

it('replies 500 without details when a statement is wrong', async () => {
  expect(await answerTo(withCode('42601'))).toEqual([500, undefined]);
});
