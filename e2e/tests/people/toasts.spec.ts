import { foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

test('toasts appear at the bottom right, at most five at once, and disappear after four seconds', async ({ open }) => {
  const company = await foundCompany('User-based');
  const license = await issueOne(company.id, { product: 'keyhold-studio' });
  const page = await open(company.administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.context().grantPermissions(['clipboard-write']);
  await page.clock.install();
  await page.goto(`/licensing/licenses/${idOf(license)}`);
  const copy = page.getByRole('button', { name: 'Copy key' });
  await expect(copy).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const toasts = page.locator('.mantine-Notification-root');
  for (let times = 0; times < 7; times += 1) await copy.click();
  // Equal toasts are not merged; toasts beyond five wait.
  await expect(toasts).toHaveCount(5);
  await page.clock.runFor(300);
  const place = page.locator('.mantine-Notifications-root[data-position="bottom-right"]');
  const box = await place.boundingBox();
  expect(box?.width).toBe(440);
  expect(1280 - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40);
  expect(800 - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThan(40);
  const style = await toasts.first().evaluate((toast) => {
    const { maxHeight, transitionDuration } = getComputedStyle(toast);
    return { maxHeight, transitionDuration };
  });
  expect(style).toEqual({ maxHeight: '200px', transitionDuration: expect.stringContaining('0.25s') });
  await expect(toasts.first()).toHaveAttribute('role', 'status');

  await page.clock.runFor(3500);
  await expect(toasts).toHaveCount(5);
  // The five disappear, and the two waiting ones appear.
  await page.clock.runFor(1000);
  await expect(toasts).toHaveCount(2);
  await page.clock.runFor(5000);
  await expect(toasts).toHaveCount(0);
});
