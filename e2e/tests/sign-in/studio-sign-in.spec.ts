import { hostname } from 'node:os';
import { calls, consumePolicy, type License } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { beyondTheEdge } from '../../browser/edge.ts';
import { addDevice } from '../../browser/passkeys.ts';
import { openAs } from '../../browser/session.ts';
import { type Person, rootApi } from '../../fixtures/api.ts';
import { demoApplication } from '../../fixtures/applications.ts';
import { consume, engage, foundCompany, idOf, issueOne } from '../../fixtures/company.ts';
import { demoPerson } from '../../fixtures/people.ts';
import { type Studio, startStudio } from '../../fixtures/studio.ts';
import { expect, test } from '../../test.ts';

let studio: Studio | undefined;
test.afterEach(() => {
  studio?.process.kill('SIGKILL');
});

/** Issues a license of the demo's application that everyone in an account may use. */
async function issueToEveryone(account: string): Promise<License> {
  const license = await issueOne(account, { product: demoApplication.id });
  const body = { policies: [consumePolicy({ kind: 'Everyone' })] };
  await (await rootApi()).send(calls.setLicensePolicies, { params: { id: idOf(license) }, body });
  return license;
}

async function holderOf(license: License): Promise<string | null> {
  return (await (await rootApi()).send(calls.getLicense, { params: { id: idOf(license) } })).item.state.user;
}

/** Creates a company with a license for two of its people: one uses the example, a colleague waits for the seat. */
async function foundStudio() {
  const { id, administrator } = await foundCompany('User-based');
  const [person, colleague] = [await engage(id), await engage(id)];
  return { administrator, person, colleague, license: await issueToEveryone(id) };
}

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true }).click();

type Open = (person: Person, path?: string) => Promise<Page>;

/** Ends a user's session of the application as an administrator, which logs the user off and frees the license. */
async function endSession(open: Open, administrator: Person, user: string, license: License): Promise<void> {
  expect(await holderOf(license)).toBe(user);
  const page = await open(administrator, `/iam/users/${user.split(':').at(-1)}`);
  await page.getByRole('button', { name: 'Sessions' }).click();
  const session = page
    .getByRole('region', { name: 'Sessions' })
    .getByRole('listitem')
    .filter({ hasText: `${demoApplication.name} on ${hostname()}` });
  await session.getByRole('button', { name: 'End session' }).click();
  const question = page.getByRole('dialog', { name: 'End session' });
  const ended = performance.now();
  await question.getByRole('button', { name: 'End session' }).click();
  await studio?.says(/You were signed out\.[\s\S]*logged off/);
  const took = `session ended to application logged off: ${Math.round(performance.now() - ended)} ms`;
  test.info().annotations.push({ type: 'measured', description: took });
  console.log(took);
  expect(await studio?.exited).toBe(0);
  await expect(session).toHaveCount(0);
  expect(await holderOf(license)).toBeNull();
}

test('the example opens the browser, its user signs in with a passkey; an administrator ends the session', async ({
  page,
  open,
}) => {
  const { administrator, person, colleague, license } = await foundStudio();
  await addDevice(page);
  await openAs(page, person, '/profile?tab=security');
  await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.evaluate(() => localStorage.clear());

  studio = startStudio(demoApplication.id);
  await page.goto(await studio.address());
  // The passkey signs in by autofill, without a password.
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  await allow(page);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await studio.says(/is open/);
  await endSession(open, administrator, person.user.rn, license);
  // The seat is free.
  await expect(() => consume(colleague, license)).toPass();
});

test('the example shows a code, its user enters it on a phone; an administrator ends the session', async ({
  page,
  open,
}) => {
  const { administrator, person, colleague, license } = await foundStudio();
  studio = startStudio(demoApplication.id, '--code');
  const { address, code } = await studio.code();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(code)).toBeVisible();
  expect(await beyondTheEdge(page)).toEqual([]);
  await allow(page);
  await expect(page.getByRole('status')).toContainText('You are signed in on your device.');
  await studio.says(/is open/);
  await endSession(open, administrator, person.user.rn, license);
  await expect(() => consume(colleague, license)).toPass();
});

test('the example opens the browser, its user signs in with single sign-on; an administrator ends the session', async ({
  page,
  open,
}) => {
  const root = await rootApi();
  const email = 'solveig.dahl@fjordfilm.example';
  const { items } = await root.send(calls.listAccounts, { query: { search: 'Fjord Film' } });
  const account = idOf(items[0] ?? { rn: '' });
  const colleague = await engage(account);
  const license = await issueToEveryone(account);
  studio = startStudio(demoApplication.id, '--license', license.rn);
  await page.goto(await studio.address());
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await page.getByRole('button', { name: 'Solveig Dahl' }).click();
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await allow(page);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await studio.says(/is open/);
  const user = (await holderOf(license)) ?? '';
  await endSession(open, await demoPerson('Root Administrator', 'provider'), user, license);
  await expect(() => consume(colleague, license)).toPass();
});
