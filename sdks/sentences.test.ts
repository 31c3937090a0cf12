import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { files } from './sentences.ts';

it.each(Object.entries(files))(
  '%s has the sentences of the SDK for TypeScript (`node sdks/sentences.ts`)',
  async (path, content) => {
    expect(await readFile(new URL(path, import.meta.url), 'utf8')).toBe(content);
  },
);
