import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-console-'));
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>Keyhold</title>${'<p>Text</p>'.repeat(200)}`);
  test = await createTestApp({ consoleDirectory: folder });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const ask = (url: string, encoding: string) =>
  test.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });

const unchanging = [
  ...['/openapi.json', '/console-config.json', '/', '/iam/users'],
  ...['/docs', '/docs/page.css', '/docs/page.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'],
];

describe.each(unchanging)('%s, which does not change, is compressed once', (url) => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['BR; q=0.0, GZIP;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['identity, *;q=0', undefined],
    ['', undefined],
  ])('for a client that accepts %j', async (accepted, encoding) => {
    const reply = await ask(url, accepted);
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, encoding]);
    // A reply that is compressed while it is sent has no length.
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
    expect(reply.headers.vary).toMatch(/accept-encoding/i);
    const plain = (await ask(url, '')).body;
    const decompress = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)];
    expect((decompress ? decompress(reply.rawPayload) : reply.rawPayload).toString()).toBe(plain);
  });
});
