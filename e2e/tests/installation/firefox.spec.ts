import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { limits } from '../../../test/soon.ts';
import { firefox } from '../../browser/firefox.ts';
import { type Company, foundCompany, issueOne } from '../../fixtures/company.ts';
import { productUrl } from '../../fixtures/people.ts';

/** The system's Firefox, by WebDriver BiDi; Playwright only drives its own build of Firefox. */
let browser: Browser;
let page: Page;
let company: Company;

test.beforeAll(async () => {
  company = await foundCompany('Shared');
  await issueOne(company.id);
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox ?? '',
    defaultViewport: { width: 1280, height: 800 },
    timeout: limits.wait,
  });
  page = await browser.newPage();
  page.setDefaultTimeout(limits.wait);
});

test.afterAll(() => browser.close());

test('in Firefox: sign in, list, save, see who can use a license, sign out', async () => {
  await test.step('sign in', async () => {
    await page.goto(`${productUrl()}/login`);
    await fill('Email', company.administrator.email);
    await page.locator('input[name=password]').fill(company.administrator.password);
    await press('Log in');
    await page.locator('aria/Main menu').wait();
  });

  await test.step('list', async () => {
    await page.locator('nav a[href="/iam/users"]').click();
    await page.locator(`::-p-text(${company.administrator.email})`).wait();
  });

  await test.step('save', async () => {
    await page.locator('tbody tr a').click();
    await fill('Title', 'Dr.');
    await press('Update');
    await page.locator('::-p-text(User successfully updated)').wait();
    await page.reload();
    await expect.poll(() => page.locator('aria/Title[role="textbox"]').map(typedText).wait()).toBe('Dr.');
  });

  await test.step('see who can use a license', async () => {
    await page.locator('nav a[href="/licensing/licenses"]').click();
    await page.locator('tbody tr a').click();
    await page.locator('aria/Consumers[role="tab"]').click();
    await page.locator('aria/Who can use this license?').wait();
  });

  await test.step('the first tab is not faded', async () => {
    const [fade, space] = await page.$eval('[role=tablist]', (tabs) => {
      const space = getComputedStyle(tabs.querySelector('[role=tab]') as Element).paddingInlineStart;
      return [getComputedStyle(tabs).getPropertyValue('--kh-before'), space];
    });
    expect(fade).toBe(space);
  });

  await test.step('sign out', async () => {
    await page.goto(`${productUrl()}/logout`);
    await page.locator('input[name=password]').wait();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

function typedText(element: Element): string {
  return (element as HTMLInputElement).value;
}

async function fill(label: string, text: string): Promise<void> {
  await page.locator(`aria/${label}[role="textbox"]`).fill(text);
}

async function press(name: string): Promise<void> {
  await page.locator(`aria/${name}[role="button"]`).click();
}
