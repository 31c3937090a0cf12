import { calls, envelopeFields, warnings } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { createClient } from './client.ts';

const params = { id: 'cb2cd2f4-3d9e-4c0e-8a2c-0f5f6c4f4b1a' };

function clientOf(body: object) {
  return createClient({ baseUrl: '', fetch: async () => Response.json(body, { headers: { etag: '"1"' } }) });
}

test('a reply has the warnings beside the entity tag, and the payload has no field of the envelope', async () => {
  const said = [warnings.linksEnded];
  const client = clientOf({
    success: true,
    'status-code': 200,
    'reply-to': '01a1',
    errors: [],
    warnings: said,
    item: 1,
  });
  expect(envelopeFields).toContain('warnings');
  expect(await client.sendForReply(calls.getUser, { params })).toEqual({
    data: { item: 1 },
    etag: '"1"',
    warnings: said,
  });
  expect(await client.send(calls.getUser, { params })).toEqual({ item: 1 });
});

test.each([[{}], [{ warnings: null }], [{ warnings: 'No list.' }], [{ warnings: [1] }]])(
  'a reply without a list of sentences (%j) has no warnings',
  async (body) => {
    expect(await clientOf(body).sendForReply(calls.getUser, { params })).toMatchObject({ warnings: [] });
  },
);
