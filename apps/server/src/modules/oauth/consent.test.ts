import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestApp, type Person } from '../../../test/app.ts';
import {
  application,
  askToAuthorize,
  authorizationQuery,
  newVerifier,
  openOAuthTest,
  sendForm,
} from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

describe('guessing the code of a device', () => {
  const begin = async () => (await sendForm(here.test, '/oauth/device', { client_id: application })).body['user_code'];
  const decide = (person: Person, code = 'BBBB-BBBB') =>
    here.test.as(person, 'POST /auth/v1/device', { 'user-code': code, allow: true });
  const find = (person: Person, code = 'BBBB-BBBB') =>
    here.test.as(person, 'POST /auth/v1/device/find', { 'user-code': code });

  it('is refused after ten wrong codes of a user, even with the right one', async () => {
    const code = await begin();
    for (let each = 0; each < 5; each += 1) {
      expect((await decide(here.ugo)).status).toBe(400);
      expect((await find(here.ugo)).status).toBe(400);
    }
    const refused = await decide(here.ugo, code);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await find(here.ugo, code)).status).toBe(429);
    expect((await decide(here.ada, code)).status).toBe(200);
  });

  it('does not count a code that was answered before', async () => {
    const answered = await begin();
    expect((await decide(here.ada, answered)).status).toBe(200);
    for (let each = 0; each < 6; each += 1) {
      expect((await find(here.ada, answered)).status).toBe(409);
      expect((await decide(here.ada, answered)).status).toBe(409);
    }
    expect((await find(here.ada, await begin())).status).toBe(200);
  });

  it('is refused after a hundred wrong codes from an address, by any user, even with the right one', async () => {
    const code = await begin();
    const from = (remoteAddress: string, { token }: Person, userCode?: string) =>
      here.test.app.inject({
        method: 'POST',
        url: '/auth/v1/device',
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
        payload: { 'user-code': userCode ?? 'BBBB-BBBB', allow: true },
      });
    for (let person = 0; person < 10; person += 1) {
      const guesser = await here.test.createPerson(here.account, `Guesser ${person}`, null);
      for (let each = 0; each < 10; each += 1) expect((await from('203.0.113.9', guesser)).statusCode).toBe(400);
    }
    expect((await from('203.0.113.9', here.ada, code)).statusCode).toBe(429);
    expect((await from('203.0.113.10', here.ada, code)).statusCode).toBe(200);
  });
});

describe('the consent pages', () => {
  it('cannot be framed, and neither can the address that leads there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyhold-consent-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
    const withPages = await createTestApp({ consoleDirectory: folder });
    const query = authorizationQuery(application, newVerifier().challenge);
    const replies = [
      await askToAuthorize(here.test, query),
      await withPages.app.inject(`/consent?${query}`),
      await withPages.app.inject('/device?code=BCDF-GHJK'),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([302, 200, 200]);
    for (const { headers } of replies) {
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    await withPages.close();
    await rm(folder, { recursive: true });
  });
});
