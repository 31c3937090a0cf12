import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressFiles } from './compress.mjs';

it('leaves compressed files beside those that are worth it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-compress-'));
  mkdirSync(join(folder, 'assets'));
  const script = 'console.log(1);\n'.repeat(200);
  writeFileSync(join(folder, 'assets', 'index.js'), script);
  writeFileSync(join(folder, 'assets', 'font.woff2'), script);
  writeFileSync(join(folder, 'small.svg'), '<svg/>');
  await compressFiles(folder);
  expect(readdirSync(join(folder, 'assets')).sort()).toEqual(['font.woff2', 'index.js', 'index.js.br', 'index.js.gz']);
  expect(readdirSync(folder).sort()).toEqual(['assets', 'small.svg']);
  const file = join(folder, 'assets', 'index.js');
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(script);
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(script);
  rmSync(folder, { recursive: true });
});
