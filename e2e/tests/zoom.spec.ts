import type { BrowserContextOptions, Page } from '@playwright/test';
import { createTag, foundCompany, idOf, invite, issueAddon, issueOne } from '../company.ts';
import { beyondTheEdge } from '../edge.ts';
import { demoPerson, submitSignIn } from '../people.ts';
import { expect, test } from '../test.ts';

const windows: readonly { name: string; options: BrowserContextOptions }[] = [
  // A window of 1280 × 800 at 200 %.
  { name: '200 % zoom', options: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
  { name: '320 px', options: { viewport: { width: 320, height: 640 } } },
];

for (const { name, options } of windows) {
  test.describe(name, () => {
    test.use(options);

    test(`at ${name} every screen of an administrator fits the window`, async ({ page }) => {
      const company = await foundCompany('Shared');
      const user = await invite(company.id, {
        'first-name': 'Wilhelmina',
        'last-name': 'van der Bruggen-Papadopoulou',
        title: 'Univ.-Prof. Dr.',
        description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      });
      const tag = await createTag(company, 'A tag with quite a long name that goes on', 'And a description');
      const license = await issueOne(company.id, { description: 'For the whole house and all that is in it' });
      await issueAddon(company.id);
      await submitSignIn(page, company.administrator);
      await expect(page.getByText('Central command for connecting')).toBeVisible();
      const userPath = `/iam/users/${idOf(user)}`;
      const licensePath = `/licensing/licenses/${idOf(license)}`;
      await expectFitting(page, [
        '/',
        '/profile',
        '/change-password',
        '/iam/users',
        userPath,
        `${userPath}?tab=roles`,
        `${userPath}?tab=tags`,
        `${userPath}?tab=resend`,
        '/iam/roles',
        '/iam/tags',
        `/iam/tags/${idOf(tag)}`,
        '/licensing/licenses',
        licensePath,
        `${licensePath}?tab=addons`,
        `${licensePath}?tab=consumers`,
        `${licensePath}?tab=usage`,
        '/licensing/unassignedAddons',
        '/admin/accounts',
      ]);
    });

    test(`at ${name} public screens, those of provider staff and dialogs fit the window`, async ({ page }) => {
      await expectFitting(page, ['/login', '/login/reset', '/activate', '/activate?activation-key=any', '/nowhere']);
      await submitSignIn(page, await demoPerson('Root Administrator', 'provider'));
      await expect(page.getByText('Central command for connecting')).toBeVisible();
      await expectFitting(page, ['/', '/admin/accounts', '/licensing/licenses']);
      for (const [path, button] of [
        ['/iam/users', 'New User'],
        ['/admin/accounts', 'New account'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('button', { name: button }).click();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeVisible();
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).scrollIntoViewIfNeeded();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 });
        expect(await beyondTheEdge(page), `${path}, ${button}`).toEqual([]);
      }
    });
  });
}

async function expectFitting(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    expect.soft(await beyondTheEdge(page), path).toEqual([]);
  }
}
