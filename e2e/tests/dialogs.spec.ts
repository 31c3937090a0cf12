import { createTag, foundCompany } from '../company.ts';
import { hold, row, toast } from '../screen.ts';
import { expect, test } from '../test.ts';

test('a dialog opens in 200 ms, keeps the focus inside, and gives it back', async ({ open }) => {
  const { administrator } = await foundCompany('User-based');
  const page = await open(administrator, 'about:blank');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/iam/users');
  const opener = page.getByRole('button', { name: 'New User' });
  await opener.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLElement && target.closest('.mantine-Modal-root') && target.style.transitionDuration)
          seen.add(target.style.transitionDuration);
      }
      document.body.dataset['durations'] = [...seen].join();
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Create new User' });
  await expect(dialog.getByLabel('Email')).toBeVisible();
  // What lies behind is out of reach: nothing there is called like something in the dialog.
  await expect(opener).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  for (let times = 0; times < 12; times += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole('navigation')).toBeVisible();
  expect((await page.locator('body').getAttribute('data-durations'))?.split(',')).toContain('200ms');

  await test.step('who prefers no motion has none', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Also what stands for a list that loads behind it does not move.
    const release = await hold(page, 'GET', /^\/iam\/v1\/users$/);
    await page.reload();
    await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
    await opener.click();
    await expect(dialog).toBeVisible();
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => each.playState === 'running')
        .map((each) => (each.effect instanceof KeyframeEffect ? each.effect.target?.className : null)),
    );
    expect(running).toEqual([]);
    release();
  });
});

test('what creates something begins in its first field', async ({ open }) => {
  const { administrator } = await foundCompany('Shared');
  const page = await open(administrator, '/iam/users');
  await page.getByRole('button', { name: 'New User' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
  await page.goto('/iam/tags');
  await page.getByRole('button', { name: 'New tag' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
});

test('after a deletion the focus is in the next row, or the one before, or on the screen of an empty list', async ({
  open,
}) => {
  const company = await foundCompany('Shared');
  for (const name of ['Alpha', 'Beta', 'Gamma']) await createTag(company, name);
  const page = await open(company.administrator, '/iam/tags');
  const removal = (name: string) => page.getByRole('button', { name: `Delete ${name}` });
  for (const [name, neighbour] of [
    ['Beta', 'Gamma'],
    ['Gamma', 'Alpha'],
  ] as const) {
    await removal(name).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(row(page, name)).toHaveCount(0);
    await expect(removal(neighbour)).toBeFocused();
  }
  await removal('Alpha').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(removal('Alpha')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(toast(page, 'Tag successfully deleted')).toHaveCount(3);
});
