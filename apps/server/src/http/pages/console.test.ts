import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

const page = '<!doctype html><title>Console</title>';
const script = `console.log(${JSON.stringify('x'.repeat(4_000))});`;
const path = '/assets/index-AbC123.js';

let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, path), script);
  await writeFile(join(folder, `${path}.br`), brotliCompressSync(script));
  await writeFile(join(folder, `${path}.gz`), gzipSync(script));
  test = await createTestApp({ consoleDirectory: folder });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method, url, headers });

describe('the console', () => {
  it('serves one page at every address that a user may open', async () => {
    for (const url of ['/', '/login', '/iam/users', '/licensing/licenses/K7QRM-2F9XD-08WTE-V5B3H?tab=addons']) {
      const reply = await ask('GET', url);
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, page]);
      expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    }
  });

  it('serves the page to a browser at an address that cannot be decoded', async () => {
    const reply = await ask('GET', '/iam/users/%E0%A4%A', { accept: 'text/html,*/*' });
    expect([reply.statusCode, reply.body]).toEqual([200, page]);
    // Programs get a refusal like any other.
    expect((await ask('GET', '/iam/users/%E0%A4%A')).statusCode).toBe(400);
  });

  it('replies 304 to a client that has the page cached', async () => {
    const { headers } = await ask('GET', '/login');
    const again = await ask('GET', '/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('replies 404 to wrong API and file paths, not with the page', async () => {
    for (const url of [
      '/iam/v1/nothing',
      '/license/v1',
      '/assets/old.js',
      '/.well-known/nothing',
      '/dev/mailbox',
      '/metrics',
      '/oauth',
    ]) {
      const reply = await ask('GET', url);
      expect([url, reply.statusCode, reply.json<{ errors: string[] }>().errors]).toEqual([url, 404, ['Not found']]);
    }
    expect((await test.app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const url of ['/', path, '/favicon.svg', '/console-config.json', '/openapi.json', '/docs', '/healthz']) {
      const [head, get] = [await ask('HEAD', url), await ask('GET', url)];
      expect([url, head.statusCode, head.body]).toEqual([url, 200, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'content-length'])
        expect([url, name, head.headers[name]]).toEqual([url, name, get.headers[name]]);
    }
  });
});

describe('the files of the console', () => {
  it('are served with the compression from the build', async () => {
    const plain = await ask('GET', path);
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined]);
    const brotli = await ask('GET', path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    const gzip = await ask('GET', path, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    for (const reply of [plain, brotli, gzip]) expect(String(reply.headers.vary)).toMatch(/accept-encoding/i);
  });

  it('are cached forever if their name contains a hash, and revalidated otherwise', async () => {
    expect((await ask('GET', path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await ask('GET', '/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    const again = await ask('GET', '/favicon.svg', { 'if-none-match': String(icon.headers.etag) });
    expect(again.statusCode).toBe(304);
  });
});

describe('replies of the API', () => {
  const large = '/openapi.json';

  it('are compressed for clients that accept it, when they are large', async () => {
    const plain = await ask('GET', large);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await ask('GET', large, { 'accept-encoding': 'br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await ask('GET', large, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    const small = await ask('GET', '/iam/v1/tags', { 'accept-encoding': 'br' });
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([401, undefined]);
  });

  it('are private, and revalidated', async () => {
    const reply = await test.as(test.people.acmeAdmin, 'GET /iam/v1/roles');
    expect(reply.headers['cache-control']).toBe('private, no-cache');
  });

  it('rejects compressed requests, which could grow beyond the limit', async () => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/auth/v1/authorize',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{"username":"a","password":"b"}'),
    });
    expect(reply.statusCode).toBe(400);
  });
});
