import type { Browser } from '@playwright/test';
import { Devices } from '../../fixtures/devices.ts';
import { expect, test } from '../../test.ts';

const desk = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

/** Whether the next test gets the context of one that did this. */
async function isKeptAfter(browser: Browser, act: 'nothing' | 'install' | 'setFixedTime'): Promise<boolean> {
  const devices = new Devices(browser);
  const context = await devices.signedOut(desk);
  const page = await context.newPage();
  if (act === 'install') await page.clock.install();
  if (act === 'setFixedTime') await page.clock.setFixedTime(0);
  await devices.release(context);
  const next = await devices.signedOut(desk);
  await devices.close();
  return next === context;
}

test('a test that replaces the clock of its pages does not leave it to the next one', async ({ browser }) => {
  expect(await isKeptAfter(browser, 'nothing')).toBe(true);
  expect(await isKeptAfter(browser, 'install')).toBe(false);
  expect(await isKeptAfter(browser, 'setFixedTime')).toBe(false);
});
