// Checks that no journey depends on how long a toast is shown: `countToasts` also counts those that have gone.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const journeys = fileURLToPath(new URL('../../e2e', import.meta.url));

test('no journey counts the toasts of one moment', () => {
  const files = globSync('{tests,together}/**/*.ts', { cwd: journeys });
  expect(files).not.toEqual([]);
  const counts = files.filter((file) =>
    /\btoast\([^;]*\)\.toHaveCount\([1-9]/.test(readFileSync(join(journeys, file), 'utf8')),
  );
  expect(counts).toEqual([]);
});
