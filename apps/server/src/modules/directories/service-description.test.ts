import { describe, expect, it } from 'vitest';
import { createDirectory, openDirectoryTest, scimClient } from '../../../test/sign-in/directories.ts';
import { inTransaction } from '../../db/database.ts';

const here = openDirectoryTest();
const { ask, person, refusal, admin } = here;

describe('The service', () => {
  it('describes itself', async () => {
    expect((await ask('GET /ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 1000 },
      filter: { supported: true },
      etag: { supported: true },
    });
    const types = await ask('GET /ResourceTypes');
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = await ask('GET /Schemas');
    expect(schemas.body.totalResults).toBe(2);
    for (const { meta } of [...types.body.Resources, ...schemas.body.Resources]) {
      const path = meta.location.split('/scim/v2')[1];
      expect((await ask(`GET ${path as '/'}`)).status).toBe(200);
    }
    expect((await ask('GET /Schemas?filter=id%20pr')).status).toBe(403);
    expect((await ask('GET /Nothing')).body).toMatchObject({ status: '404' });
  });

  it('accepts JSON of either media type, and reports in SCIM format what it cannot read', async () => {
    expect((await ask('POST /Users', person(), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      201,
    );
    expect((await ask('POST /Users', 'x', { 'content-type': 'text/plain' })).body).toMatchObject({ status: '415' });
    expect(refusal(await ask('POST /Users', '{'))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await ask('POST /Users', '[]'))).toEqual([400, 'invalidSyntax']);
    expect((await ask('POST /Users', JSON.stringify(person({ title: 'x'.repeat(1024 * 1024) })))).status).toBe(413);
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(refusal(await ask('POST /Users', `{"userName":"a@b.example","x":${deep}}`))).toEqual([400, 'invalidSyntax']);
  });

  it('requires a token of a service account that may use it, and records refused requests', async () => {
    expect((await scimClient(here.test, null)('GET /Users')).status).toBe(401);
    expect((await scimClient(here.test, here.test.people.root.token)('GET /Users')).status).toBe(403);
    const powerless = await createDirectory(here.test, here.test.accounts.acme, { actions: ['iam:ListUsers'] });
    expect((await powerless.ask('POST /Users', person())).status).toBe(403);
    const failing = await createDirectory(here.test, here.test.accounts.acme);
    await failing.ask('POST /Users', person({ userName: 'nobody' }));
    await failing.ask('GET /Users/none');
    const { body } = await admin('GET /iam/v1/directories');
    const listed = body.items.find(({ rn }) => rn === failing.rn);
    expect(body.items.map(({ rn }) => rn)).not.toContain(powerless.rn);
    expect(listed?.['failures']).toEqual([
      {
        on: expect.any(String),
        method: 'POST',
        target: '/Users',
        name: 'nobody',
        status: 400,
        code: 'invalid',
        message: "A user's userName is their e-mail, and this is none.",
      },
    ]);
    for (let index = 0; index < 55; index += 1) await failing.ask(`DELETE /Users/${index}`);
    const rows = await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx
        .selectFrom('directory-failures')
        .select('target')
        .where('directory-id', '=', failing.id)
        .orderBy('id')
        .execute(),
    );
    expect([rows.length, rows.at(-1)?.target]).toEqual([50, '/Users/54']);
  });

  it('is closed at once to a token whose rights or service account are removed', async () => {
    const short = await createDirectory(here.test, here.test.accounts.acme);
    expect((await short.ask('GET /Users?count=1')).status).toBe(200);
    await admin(`PUT /iam/v1/service-accounts/${short.id}`, { name: 'No more', policies: [] });
    expect((await short.ask('GET /Users?count=1')).status).toBe(403);
    await admin(`DELETE /iam/v1/service-accounts/${short.id}`);
    expect((await short.ask('GET /Users?count=1')).status).toBe(401);
  });
});
