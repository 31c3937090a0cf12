import { readFile } from 'node:fs/promises';
import { calls } from '@keyhold/contract';
import type { Page } from '@playwright/test';
import { archive, workbookParts } from '../../../packages/client/src/sheet/test/workbook.ts';
import { expectAccessible } from '../../browser/axe.ts';
import { inputBy, inputs } from '../../browser/input.ts';
import { hold, row } from '../../browser/screen.ts';
import { openAs } from '../../browser/session.ts';
import { unique } from '../../fixtures/api.ts';
import { engage, foundCompany } from '../../fixtures/company.ts';
import { expect, test } from '../../test.ts';

/** A file of so many people of a company, as a spreadsheet in German writes it. */
function fileOf(count: number, domain: string, more: readonly string[] = []): Buffer {
  const people = Array.from({ length: count }, (_, index) => `person-${index}@${domain};Ida;Müller ${index};;`);
  return Buffer.from(`\uFEFFE-Mail;Vorname;Nachname;Titel;Rollen\r\n${[...people, ...more].join('\r\n')}\r\n`);
}

async function chooseFile(page: Page, buffer: Buffer, name = 'people.csv'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
}

for (const by of inputs) {
  test(`300 people are imported in eight clicks at most, by ${by}`, async ({ page }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    const domain = `${unique()}.example`;
    await openAs(page, company.administrator);
    await input.press(page.getByRole('link', { name: 'Users', exact: true }));
    await input.press(page.getByRole('link', { name: 'Import', exact: true }));
    const wrong = `nobody;Wrong;Cell;;\r\n${company.administrator.email};Changed;Name;Dr.;Administrator`;
    const buffer = fileOf(299, domain, [wrong]);
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer };
    await input.chooseFile(page.getByRole('button', { name: 'Choose a file' }), file);
    await expect(page.getByRole('heading', { name: '299 new, 1 changed, 1 problem' })).toBeVisible();
    const first = page.getByRole('row').nth(1);
    await expect(first).toContainText('Problem');
    await input.type(first.getByRole('textbox', { name: 'Email in line 301' }), `mended@${domain}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '300 new, 1 changed, 0 problems' })).toBeVisible();
    await input.press(page.getByRole('checkbox', { name: 'Send activation links to new people' }));
    await expect(page.getByText('300 activation mails will be sent, valid for 90 days.')).toBeVisible();
    await input.press(page.getByRole('button', { name: 'Import 301 people' }));
    await expect(page.getByText('300 created, 1 changed, 0 unchanged, 0 refused.')).toBeVisible();
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 8 : 0);
    await page.getByRole('link', { name: 'Back to Users' }).click();
    await expect(page.getByText('301', { exact: true })).toBeVisible();
    await page.getByRole('searchbox').fill(`mended@${domain}`);
    await expect(row(page, `mended@${domain}`)).toContainText('Wrong Cell');
  });
}

test('an import by keyboard alone, of pasted cells whose columns are chosen', async ({ page }) => {
  const company = await foundCompany('User-based');
  const domain = `${unique()}.example`;
  await openAs(page, company.administrator, '/iam/users/import');
  await page.getByRole('textbox', { name: 'Or paste cells from a spreadsheet' }).focus();
  await page.keyboard.insertText(`Kontakt\tRufname\tHausname\nida@${domain}\tIda\tMüller`);
  await page.getByRole('button', { name: 'Read these cells' }).press('Enter');
  for (const [heading, column] of [
    ['Kontakt', 'Email'],
    ['Rufname', 'First name'],
    ['Hausname', 'Last name'],
  ] as const) {
    await page.getByRole('combobox', { name: `What ${heading} holds` }).selectOption(column);
  }
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter');
  await expect(page.getByRole('heading', { name: '1 new, 0 changed, 0 problems' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 person' }).press('Enter');
  await expect(page.getByText('1 created, 0 changed, 0 unchanged, 0 refused.')).toBeVisible();

  await test.step('the columns are remembered', async () => {
    await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
    await chooseFile(page, Buffer.from(`Kontakt,Rufname,Hausname\nida@${domain},Ida,Schmidt`));
    await expect(page.getByRole('heading', { name: '0 new, 1 changed, 0 problems' })).toBeVisible();
  });
});

test('a stopped import goes on, and nothing is done twice; refused rows are saved to be mended', async ({ page }) => {
  const company = await foundCompany('User-based');
  const domain = `${unique()}.example`;
  await openAs(page, company.administrator, '/iam/users/import');
  await chooseFile(page, fileOf(230, domain, ['nobody;Not;Valid;;Emperor']));
  await expect(page.getByRole('heading', { name: '230 new, 0 changed, 1 problem' })).toBeVisible();
  const release = await hold(page, 'POST', /users\/import$/);
  await page.getByRole('button', { name: 'Import 230 people' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(page.getByText('Stopped: 100 of 230 are imported. The others are not.')).toBeVisible();

  await test.step('also after its window was closed, which asks before', async () => {
    const again = await hold(page, 'POST', /users\/import$/);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    again();
    await reloaded;
    await expect(page.getByText('Stopped: 100 of 230 are imported. The others are not.')).toBeVisible();
    await page.getByRole('button', { name: 'Go on' }).click();
    // What the closed window had sent may have arrived: these people are unchanged then.
    const result = page.getByRole('status', { name: 'Imported' });
    const done = async () => {
      const [, created, unchanged] =
        /(\d+) created, 0 changed, (\d+) unchanged, 0 refused\./.exec((await result.textContent()) ?? '') ?? [];
      return Number(created) + Number(unchanged);
    };
    await expect.poll(done).toBe(230);
  });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save refused rows' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toBe(
    '\uFEFFE-Mail,Vorname,Nachname,Titel,Rollen,Problem\r\n' + 'nobody,Not,Valid,,Emperor,Email: Invalid email\r\n',
  );
});

test('a file that is dropped on the list is checked; one that is no table is refused with its line', async ({
  page,
}) => {
  const company = await foundCompany('User-based');
  const domain = `${unique()}.example`;
  await openAs(page, company.administrator, '/iam/users');
  await expect(row(page, company.administrator.email)).toBeVisible();
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text ?? ''], name ?? '', { type: 'text/csv' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text] as const,
    );
  await drop('people.csv', `email,first name,last name\na@${domain},Ada,Drop\n`);
  await expect(page.getByRole('heading', { name: '1 new, 0 changed, 0 problems' })).toBeVisible();
  await drop('broken.csv', 'email,title\n"a');
  await expect(page.getByRole('alert')).toContainText('Line 2 of this file cannot be read');
});

for (const by of inputs) {
  test(`twelve who have left are deactivated in fifteen clicks at most, after a look at them, by ${by}`, async ({
    page,
  }) => {
    const input = inputBy(by);
    const company = await foundCompany('User-based');
    const leavers = await Promise.all(Array.from({ length: 12 }, () => engage(company.id)));
    const stays = await engage(company.id);
    await openAs(page, company.administrator);
    await input.press(page.getByRole('link', { name: 'Users', exact: true }));
    await input.press(page.getByRole('link', { name: 'Import', exact: true }));
    const kept = [company.administrator.user, stays.user].map(
      (user) => `<row><c t="inlineStr"><is><t>${user.email.toUpperCase()}</t></is></c></row>`,
    );
    const sheets = { Staff: `<row><c t="inlineStr"><is><t>E-Mail</t></is></c></row>${kept.join('')}` };
    const file = { name: 'staff.xlsx', mimeType: 'text/csv', buffer: Buffer.from(archive(workbookParts({ sheets }))) };
    await input.chooseFile(page.getByRole('button', { name: 'Choose a file' }), file);
    await expect(page.getByRole('heading', { name: '0 new, 0 changed, 0 problems' })).toBeVisible();
    await input.press(page.getByRole('button', { name: 'Not in this file' }));
    const missing = page.getByRole('region', { name: 'Not in this file' });
    await expect(missing.getByRole('row')).toHaveCount(13);
    await expect(row(missing, stays.email)).toHaveCount(0);
    await input.press(missing.getByRole('checkbox', { name: 'Select all on this page' }));
    await input.press(missing.getByRole('button', { name: 'Deactivate' }));
    const dialog = page.getByRole('dialog', { name: 'Deactivate 12 users' });
    await input.press(dialog.getByRole('button', { name: 'Deactivate' }));
    await expect(missing.getByText('Everybody who is active is in the file')).toBeVisible();
    expect(input.clicks).toBeLessThanOrEqual(by === 'mouse' ? 15 : 0);
    const { items } = await company.api.send(calls.listUsers, { query: { status: 'Inactive' } });
    expect(items.map(({ email }) => email).sort()).toEqual(leavers.map(({ email }) => email).sort());
  });
}

test('a file that was exported, changed and imported changes exactly what was changed', async ({ page }) => {
  const company = await foundCompany('Shared');
  const domain = `${unique()}.example`;
  const texts = ['007', '=1+1', "'quoted", 'say "hi", you', '😀 Ångström', 'שלום', '＋49', '-3', '1;2'];
  const rows = texts.map((text, index) => ({
    email: `trip-${index}@${domain}`,
    'first-name': text,
    'last-name': `Trip ${text}`,
    title: text,
    description: `${text}\nsecond line`,
    tags: [`Press; ${text}`, 'Night'],
    roles: index % 2 === 0 ? ['Administrator'] : [],
    status: index === 3 ? ('Inactive' as const) : ('Active' as const),
  }));
  await company.api.send(calls.importUsers, {
    body: { 'account-id': company.id, mode: 'apply', 'create-tags': true, rows },
  });
  const people = async () => (await company.api.send(calls.listUsers, { query: { limit: 100, sort: 'email' } })).items;
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await openAs(page, company.administrator, '/iam/users');
  await expect(row(page, `trip-0@${domain}`)).toBeVisible();
  const before = await people();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported.split('\r\n')[0]).toBe(
    '\uFEFFE-Mail;Vorname;Nachname;Titel;Beschreibung;Rollen;Schlagwörter;Status;Letzte Anmeldung',
  );
  const changed = exported.replace('Trip 007', 'Changed 008');
  await page.getByRole('link', { name: 'Importieren' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Datei auswählen' }).click();
  await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(page.getByRole('heading', { name: '0 neu, 1 geändert, 0 Probleme' })).toBeVisible();
  await expect(page.getByText('9 Personen in der Datei: keine Änderung nötig.')).toBeVisible();
  await expect(row(page, `trip-0@${domain}`)).toContainText('Nachname');
  await page.getByRole('button', { name: '1 Person importieren' }).click();
  await expect(page.getByText('0 angelegt, 1 geändert, 0 unverändert, 0 abgelehnt.')).toBeVisible();
  const after = await people();
  const [{ 'updated-on': changedOn = '' } = {}] = after.filter(({ email }) => email.startsWith('trip-0@'));
  const expected = before.map((user) =>
    user.email.startsWith('trip-0@') ? { ...user, 'last-name': 'Changed 008', 'updated-on': changedOn } : user,
  );
  expect(after).toEqual(expected);
});

test('the import is accessible, wide and on a phone, in both schemes', async ({ page }) => {
  const company = await foundCompany('Shared');
  const domain = `${unique()}.example`;
  await openAs(page, company.administrator, '/iam/users/import');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expectAccessible(page, 'choose a file');
  const file = `email,First name,Tags,Team\nida@${domain},Ida,Night,Sales\nnobody,No,,Sales\n`;
  await chooseFile(page, Buffer.from(file));
  await expect(page.getByRole('heading', { name: '0 new, 0 changed, 2 problems' })).toBeVisible();
  await page.getByRole('button', { name: 'Not in this file' }).click();
  await expect(row(page, company.administrator.email)).toBeVisible();
  await expectAccessible(page, 'what will happen');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expectAccessible(page, 'columns');
});
