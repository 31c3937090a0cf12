import { expect, test } from '@playwright/test';
import { WebKitPage } from '../../browser/webkit.ts';
import { type Company, createTag, foundCompany, issueOne } from '../../fixtures/company.ts';
import { productUrl } from '../../fixtures/people.ts';

/** The system's WebKit, the engine of Safari; Playwright only drives its own build of it. */
let page: WebKitPage;
let company: Company;

test.beforeAll(async () => {
  company = await foundCompany('Shared');
  await issueOne(company.id);
  page = await WebKitPage.open();
});

test.afterAll(() => page.close());

test('in WebKit: sign in, list, reload, save, see a change of somebody else, sign out', async () => {
  const { administrator } = company;

  await test.step('sign in', async () => {
    await page.goto(`${productUrl()}/login`);
    await page.type(field('Email'), administrator.email);
    await page.type('//input[@name="password"]', administrator.password);
    await page.click(button('Log in'));
    await page.wait('//nav[@aria-label="Main menu"]');
  });

  await test.step('list', async () => {
    await page.click('//nav//a[@href="/iam/users"]');
    await page.wait(`//td[contains(., "${administrator.email}")]`);
  });

  await test.step('reload', async () => {
    await page.reload();
    await page.wait(`//td[contains(., "${administrator.email}")]`);
  });

  await test.step('save', async () => {
    await page.click('//tbody/tr//a');
    await page.type(field('Title'), 'Dr.');
    await page.click(button('Update'));
    await page.wait('//*[text()="User successfully updated"]');
    await page.reload();
    await expect.poll(() => page.value(field('Title'))).toBe('Dr.');
  });

  await test.step('see who can use a license', async () => {
    await page.click('//nav//a[@href="/licensing/licenses"]');
    await page.click('//tbody/tr//a');
    await page.click('//*[@role="tab"][normalize-space()="Consumers"]');
    await page.wait('//*[text()="Who can use this license?"]');
  });

  await test.step('see a change of somebody else', async () => {
    await page.click('//nav//a[@href="/iam/tags"]');
    await page.wait('//h1[text()="Tags"]');
    await createTag(company, 'Night shift');
    await page.wait('//td[contains(., "Night shift")]');
  });

  await test.step('sign out', async () => {
    await page.goto(`${productUrl()}/logout`);
    await page.wait(button('Log in'));
  });
});

function field(label: string): string {
  return `//input[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
}

function button(name: string): string {
  return `//button[normalize-space()="${name}"]`;
}
