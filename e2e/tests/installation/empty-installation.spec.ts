import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { inputBy, inputs } from '../../browser/input.ts';
import { toast } from '../../browser/screen.ts';
import { codeOf, shownCodes, typedSecret } from '../../browser/second-factors.ts';
import { unique } from '../../fixtures/api.ts';
import { activationLink } from '../../fixtures/mailbox.ts';
import { freePort, newDataDirectory, type Product, removeDataDirectory, startProduct } from '../../fixtures/product.ts';
import { openMailbox } from '../../image/mailbox.ts';
import { test as base, expect } from '../../test.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const password = 'a quiet harbour at dawn';

/** An installation without demo and without a Root Administrator, whose mails arrive in a mailbox of its own. */
const test = base.extend<{ installation: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that it needs no other fixture.
  installation: async ({}, use) => {
    const mailbox = await openMailbox();
    const dataDirectory = await newDataDirectory();
    const started = { port: await freePort(), dataDirectory, arguments: ['--no-demo'] };
    const environment = { SMTP_URL: mailbox.smtpUrl, KEYHOLD_MAIL_FROM: 'keyhold@provider.example' };
    const installation = await startProduct({ ...started, environment });
    process.env['KEYHOLD_E2E_MAILBOX'] = mailbox.url;
    await use(installation);
    delete process.env['KEYHOLD_E2E_MAILBOX'];
    expect(await installation.stop()).toBe(0);
    await mailbox.close();
    await removeDataDirectory(dataDirectory);
  },
});

let application: ChildProcess | undefined;
test.afterEach(() => {
  application?.kill('SIGKILL');
});

for (const by of inputs) {
  test(`from an empty installation to the application of a first customer, in at most 30 clicks, by ${by}`, async ({
    browser,
    faults,
    installation,
  }) => {
    const input = inputBy(by);
    const newPage = async () => {
      const context = await browser.newContext({ baseURL: installation.url });
      faults.watchContext(context);
      return context.newPage();
    };
    const activate = async (page: Page, link: string) => {
      await page.goto(link);
      await input.type(page.getByLabel('Password', { exact: true }), password);
      await input.type(page.getByLabel('Confirm password'), password);
      await input.press(page.getByRole('button', { name: 'Activate' }));
    };

    const page = await newPage();
    await test.step('the provider activates, with the second factor that a new installation requires', async () => {
      await activate(page, /https?:\S+activation-key=\S+/.exec(installation.output())?.[0] ?? '');
      await input.press(page.getByRole('button', { name: 'Set up authenticator app' }));
      await input.type(page.getByLabel('Code', { exact: true }), codeOf(await typedSecret(page)));
      await input.press(page.getByRole('button', { name: 'Confirm', exact: true }));
      await shownCodes(page);
      await input.press(page.getByRole('button', { name: 'Continue' }));
    });

    const step = (title: string): Locator => page.getByRole('listitem').filter({ hasText: title });
    const begin = async (title: string): Promise<Locator> => {
      await input.press(step(title).getByRole('link', { name: 'Begin' }));
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      return dialog;
    };
    const goHome = async (done: string): Promise<void> => {
      await input.press(page.getByRole('banner').getByRole('link', { name: 'Keyhold' }));
      await expect(step(done)).toContainText('Done');
    };
    await expect(step('Protect your access with a second factor')).toContainText('Done');

    await test.step('a product', async () => {
      const dialog = await begin('Create a product');
      await input.type(dialog.getByLabel('Name'), 'Press Room');
      await input.type(dialog.getByLabel('Id'), 'press-room');
      await input.press(dialog.getByRole('button', { name: 'Create' }));
      await expect(toast(page, 'Product successfully created')).toBeVisible();
      await goHome('Create a product');
    });

    await test.step('the application that uses it', async () => {
      const dialog = await begin('Register the application that uses it');
      await input.type(dialog.getByLabel('Name'), 'Press Room for desks');
      await input.type(dialog.getByLabel('Id'), 'press-room-desk');
      await input.choose(dialog.getByRole('combobox', { name: 'Product' }), 'Press Room');
      await input.press(dialog.getByRole('button', { name: 'Register' }));
      await expect(dialog).toHaveCount(0);
      await goHome('Register the application that uses it');
    });

    const email = `ada.${unique()}@customer.example`;
    await test.step('the account of a customer with its owner', async () => {
      const dialog = await begin('Create the account of a customer with its owner');
      await input.type(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'First Customer');
      await input.type(dialog.getByLabel('Email'), email);
      await input.type(dialog.getByLabel('First name'), 'Ada');
      await input.type(dialog.getByLabel('Last name'), 'Owner');
      await input.press(dialog.getByRole('button', { name: 'Create' }));
      await expect(dialog).toHaveCount(0);
      await goHome('Create the account of a customer with its owner');
    });

    await test.step('licenses for that account', async () => {
      const dialog = await begin('Issue licenses to that account');
      await input.choose(dialog.getByRole('combobox', { name: 'Product' }), 'Press Room');
      await input.type(dialog.getByLabel('End date'), '2099-12-31');
      await input.select(dialog.getByRole('combobox', { name: 'Consumers' }), 'User');
      await input.choose(dialog.getByRole('combobox', { name: 'User' }), `Ada Owner (${email})`, 'Ada');
      await input.press(dialog.getByRole('button', { name: 'Issue', exact: true }));
      await expect(dialog).toContainText('1 license issued');
      await input.press(dialog.getByRole('button', { name: 'Done' }));
      await goHome('Issue licenses to that account');
    });

    const owners = await newPage();
    await test.step('the owner activates, and uses the first lines that the checklist shows', async () => {
      await activate(owners, await activationLink(email));
      await expect(owners.getByRole('banner')).toBeVisible();
      const lines = await page.getByRole('region', { name: 'First lines' }).innerText();
      const running = runLines(lines);
      application = running.child;
      await owners.goto(await running.address);
      await input.press(owners.getByRole('button', { name: 'Allow', exact: true }));
      await running.consuming;
    });

    await test.step('the checklist ends by itself', async () => {
      await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
    });
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 30 : 0);
    await page.context().close();
    await owners.context().close();
  });
}

/** Runs the lines as an application does that shows the address to open, and stays open. */
function runLines(lines: string) {
  const program = `
    const openInBrowser = (address) => console.log('Open ' + address);
    const saveEverything = () => console.log('saved');
    ${lines}
    console.log('consuming until ' + lease.validUntil);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module'], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(program);
  let printed = '';
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = (chunk: Buffer) => {
        printed += chunk.toString();
        const found = pattern.exec(printed);
        if (found) resolve(found[1] ?? '');
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('exit', () => reject(new Error(`The application ended:\n${printed}`)));
    });
  return { child, address: says(/Open (\S+)/), consuming: says(/consuming/) };
}
