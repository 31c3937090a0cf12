import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../processes/workspace.mjs';
import { omissions } from './omission-list.mjs';

test.each(omissions)('what is forgotten in $file stands there once: $forgotten', ({ file, text }) => {
  expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
});
