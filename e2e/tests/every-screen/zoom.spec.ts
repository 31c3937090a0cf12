import type { Page } from '@playwright/test';
import { beyondTheEdge } from '../../browser/edge.ts';
import { pathsOf } from '../../browser/screens.ts';
import { keepSession } from '../../browser/session.ts';
import { visit } from '../../browser/visit.ts';
import { foundCompany, issueAddon } from '../../fixtures/company.ts';
import { oneOfEach } from '../../fixtures/one-of-each.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { expect, test } from '../../test.ts';

/** The second size is a window of 1280 × 800 at 200 %. */
const windows = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

test('at 200 % zoom and at 320 px every screen of an administrator fits the window', async ({ page }) => {
  test.setTimeout(600_000);
  const company = await foundCompany('Shared');
  const idFor = await oneOfEach(company, {
    person: {
      'first-name': 'Wilhelmina',
      'last-name': 'van der Bruggen-Papadopoulou',
      title: 'Univ.-Prof. Dr.',
      description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    },
    tag: 'A tag with quite a long name that goes on',
    license: { description: 'For the whole house and all that is in it' },
  });
  await issueAddon(company.id);
  await keepSession(page, company.administrator);
  const userPath = `/iam/users/${idFor('/iam/users/:id')}`;
  const licensePath = `/licensing/licenses/${idFor('/licensing/licenses/:id')}`;
  await expectFitting(page, [
    ...pathsOf([null, 'iam', 'licensing'], idFor),
    ...['roles', 'tags', 'resend'].map((tab) => `${userPath}?tab=${tab}`),
    ...['addons', 'consumers', 'usage'].map((tab) => `${licensePath}?tab=${tab}`),
    // Without access.
    '/admin/accounts',
  ]);
});

test('at 200 % zoom and at 320 px public screens, those of provider staff and dialogs fit the window', async ({
  page,
  faults,
}) => {
  faults.expectRefusal(400, /activation$/);
  // Its refusal may arrive after the screens have been left.
  await Promise.all([page.waitForResponse(/activation$/), page.goto('/activate?activation-key=any')]);
  await expectFitting(page, [
    '/login',
    '/login/reset',
    '/activate',
    '/activate?activation-key=any',
    '/confirm-email?key=any',
    '/nowhere',
  ]);
  await keepSession(page, await demoPerson('Root Administrator', 'provider'));
  const idFor = await oneOfEach(await foundCompany('Shared'));
  await expectFitting(page, ['/', ...pathsOf(['admin'], idFor), '/licensing/licenses']);
  for (const [path, button] of [
    ['/iam/users', 'New User'],
    ['/admin/accounts', 'New account'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeVisible();
    for (const window of windows) {
      await page.setViewportSize(window);
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => beyondTheEdge(page), `${path}, ${button} at ${window.width} px`).toEqual([]);
    }
  }
});

/** Continues with the next screen after a failure. */
const eventually = expect.configure({ soft: true });

async function expectFitting(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await visit(page, path);
    for (const window of windows) {
      await page.setViewportSize(window);
      // Elements that measure themselves follow the new width a moment later.
      await eventually.poll(() => beyondTheEdge(page), `${path} at ${window.width} px`).toEqual([]);
    }
  }
}
