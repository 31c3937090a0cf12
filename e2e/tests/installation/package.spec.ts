import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { freePort, newDataDirectory, removeDataDirectory, startProduct } from '../../fixtures/product.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const command = fileURLToPath(new URL('../../../dist/keyhold/apps/server/bin/keyhold.js', import.meta.url));

test('the npm package starts the product, with console, demo and the page about the API', async ({ page }) => {
  await promisify(execFile)(process.execPath, ['scripts/package.mjs'], { cwd: root });
  const dataDirectory = await newDataDirectory();
  const product = await startProduct({ port: await freePort(), dataDirectory, command: [command, 'start'] });
  try {
    await page.goto(product.url);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.goto(`${product.url}/docs`);
    await expect(page.getByRole('heading', { level: 1, name: 'Keyhold API' })).toBeVisible();
    expect(product.output()).not.toMatch(/could not be started|error/i);
  } finally {
    expect(await product.stop()).toBe(0);
    await removeDataDirectory(dataDirectory);
  }
});
