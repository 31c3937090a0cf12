import { describe, expect, it } from 'vitest';
import { openDirectoryTest } from '../../../test/sign-in/directories.ts';

const here = openDirectoryTest();
const { ask, person, patch, create, refusal } = here;

describe('A bulk request', () => {
  it('creates users and a group of them by their bulkIds, in any order', async () => {
    const reply = await ask('POST /Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'ytrewq',
          data: { displayName: `Tour Guides ${here.make.next()}`, members: [{ type: 'User', value: 'bulkId:qwerty' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'qwerty', data: person() },
        { method: 'PATCH', path: '/Users/bulkId:qwerty', data: patch({ op: 'add', path: 'title', value: 'Guide' }) },
        { method: 'DELETE', path: '/Users/none' },
        { method: 'GET', path: '/Users' },
      ],
    });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual([
      '201',
      '201',
      '200',
      '404',
      '404',
    ]);
    const [group, user] = reply.body.Operations;
    expect(user).toEqual({
      method: 'POST',
      bulkId: 'qwerty',
      version: expect.stringMatching(/^W\//),
      location: expect.stringContaining('/scim/v2/Users/'),
      status: '201',
    });
    const { body } = await ask(`GET ${group.location.split('/scim/v2')[1] as '/'}`);
    expect(user.location).toContain(body.members[0].value);
    expect(reply.body.Operations[3].response).toMatchObject({ status: '404', detail: 'Not found' });
  });

  it('reports the address of each resource, except of one that was not created, and each version', async () => {
    const made = await create();
    const address = `${here.test.services.installation.publicUrl}/scim/v2`;
    const reply = await ask('POST /Bulk', {
      Operations: [
        { method: 'POST', path: '/Users', bulkId: 'bad', data: { userName: 'none' } },
        { method: 'POST', path: '/Groups', bulkId: 'ours', data: { displayName: `Group ${here.make.next()}` } },
        { method: 'PATCH', path: '/Groups/bulkId:ours', data: patch({ op: 'add', path: 'externalId', value: 'x' }) },
        { method: 'PATCH', path: `/Users/${made.id}`, data: patch({ op: 'remove' }) },
        { method: 'DELETE', path: `/Users/${made.id}` },
        { method: 'DELETE', path: '/Users/none' },
        { method: 'DELETE', path: '/Users/bulkId:none' },
      ],
    });
    const [bad, ours, changed, ...others] = reply.body.Operations;
    expect(bad).not.toHaveProperty('location');
    expect(changed).toMatchObject({ status: '204', location: ours.location, version: expect.stringMatching(/^W\//) });
    expect(changed.version).not.toBe(ours.version);
    expect(others.map(({ status, location }: Record<string, string>) => [status, location])).toEqual([
      ['400', `${address}/Users/${made.id}`],
      ['204', `${address}/Users/${made.id}`],
      ['404', `${address}/Users/none`],
      ['409', `${address}/Users/bulkId:none`],
    ]);
  });

  it('stops after failOnErrors errors', async () => {
    const bad = { method: 'POST', path: '/Users', data: { userName: 'none' } };
    const operations = [bad, { ...bad, data: person() }, bad, bad];
    const reply = await ask('POST /Bulk', { failOnErrors: 2, Operations: operations });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['400', '201', '400']);
    for (const failOnErrors of ['the first', 1.5]) {
      const refused = await ask('POST /Bulk', { failOnErrors, Operations: operations });
      expect(refusal(refused)).toEqual([400, 'invalidValue']);
    }
  });

  it('rejects operations that wait for each other', async () => {
    const group = (bulkId: string, member: string) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: { displayName: `Circle ${here.make.next()}`, members: [{ value: `bulkId:${member}` }] },
    });
    const reply = await ask('POST /Bulk', { Operations: [group('a', 'b'), group('b', 'a')] });
    expect(reply.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['409', '409']);
  });

  it('has at most 1,000 operations', async () => {
    const operations = (length: number) => Array.from({ length }, () => ({ method: 'DELETE', path: '/Users/x' }));
    expect((await ask('POST /Bulk', { Operations: operations(1_001) })).body).toMatchObject({
      status: '413',
      detail: 'A bulk request has at most 1000 operations.',
    });
    expect(refusal(await ask('POST /Bulk', {}))).toEqual([400, 'invalidSyntax']);
  });
});
