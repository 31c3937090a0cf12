import { expect, type Locator, type Page } from '@playwright/test';

/** How a user operates a page. A journey that counts clicks is written once, and is run with both. */
export const inputs = ['mouse', 'keyboard'] as const;

/** What a user does on a page, with the mouse or by keyboard alone. */
export interface Input {
  /** The clicks so far; none by keyboard. */
  readonly clicks: number;
  /** Presses a button, link, tab, checkbox, radio button or entry of a menu. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field; a date is typed digit by digit. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a field that searches while the user types; by keyboard a part of its name is enough. */
  choose(field: Locator, option: string, part?: string): Promise<void>;
  /** Chooses an option of the browser's own selector. */
  select(field: Locator, option: string): Promise<void>;
  /** Chooses a file in the dialog that a button opens. */
  chooseFile(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
}

export function inputBy(by: (typeof inputs)[number]): Input {
  return by === 'mouse' ? new Mouse() : new Keyboard();
}

/** Clicks, and types. From one field to the next of a form it is Tab, as people fill in forms. */
class Mouse implements Input {
  clicks = 0;

  async press(target: Locator): Promise<void> {
    await this.#click(target);
  }

  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeEditable();
    const inForm = await field.evaluate((element) => element.closest('form')?.contains(document.activeElement));
    if (inForm) await reach(field);
    else await this.#click(field);
    await replaceText(field, text);
  }

  async choose(field: Locator, option: string): Promise<void> {
    await this.#click(field);
    await this.#click(field.page().getByRole('option', { name: option, exact: true }));
  }

  async select(field: Locator, option: string): Promise<void> {
    // The browser draws the options outside the page: a click opens them, another one chooses.
    this.clicks += 2;
    await field.selectOption(option);
  }

  async chooseFile(button: Locator, file: Parameters<Input['chooseFile']>[1]): Promise<void> {
    const chooser = button.page().waitForEvent('filechooser');
    await this.#click(button);
    // The file, and 'Open', in the dialog of the system.
    this.clicks += 2;
    await (await chooser).setFiles(file);
  }

  async #click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
}

/** Reaches everything by Tab and the arrow keys: no element is focused by the test itself. */
class Keyboard implements Input {
  readonly clicks = 0;

  async press(target: Locator): Promise<void> {
    const kind = await target.evaluate((element) =>
      element instanceof HTMLInputElement ? element.type : (element.getAttribute('role') ?? element.localName),
    );
    const { keyboard } = target.page();
    if (kind === 'radio' || kind === 'tab' || kind === 'menuitem') await arrowTo(target);
    else await reach(target);
    if (kind === 'checkbox') await keyboard.press('Space');
    else if (kind !== 'radio' && kind !== 'tab') await keyboard.press('Enter');
  }

  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeEditable();
    await reach(field);
    await replaceText(field, text);
  }

  async choose(field: Locator, option: string, part = option): Promise<void> {
    await reach(field);
    const page = field.page();
    await page.keyboard.type(part);
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible();
    // Arrow keys move within the list that the field names, which it does shortly after the list has opened.
    await expect.poll(() => field.evaluate(namesItsList)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(option);
  }

  async select(field: Locator, option: string): Promise<void> {
    await reach(field);
    await field.page().keyboard.type(option);
    await expect(field.locator('option:checked')).toHaveText(option);
  }

  async chooseFile(button: Locator, file: Parameters<Input['chooseFile']>[1]): Promise<void> {
    const chooser = button.page().waitForEvent('filechooser');
    await this.press(button);
    await (await chooser).setFiles(file);
  }
}

function namesItsList(field: Element): boolean {
  return document.getElementById(field.getAttribute('aria-controls') ?? '') !== null;
}

async function replaceText(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  if ((await field.getAttribute('type')) === 'date') {
    // As a browser in American English takes it.
    const [year = '', month = '', day = ''] = text.split('-');
    await keyboard.type(month + day + year);
  } else {
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(text);
  }
  await expect(field).toHaveValue(text);
}

/** Presses Tab, or Shift+Tab for what is before, until an element has the focus; it must be in the viewport then. */
export async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const before = await target.evaluate(
    (element) =>
      document.activeElement !== document.body &&
      (element.compareDocumentPosition(document.activeElement ?? document.body) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
  );
  await pressUntil(target.page(), before ? 'Shift+Tab' : 'Tab', target);
  await expect(target).toBeInViewport();
}

/** Goes to a radio button, tab or entry of a menu: Tab leads to the one of its group that is chosen, arrow keys further. */
async function arrowTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  const group = target.locator(
    'xpath=ancestor::*[@role="radiogroup" or @role="tablist" or @role="menu" or self::fieldset][1]',
  );
  const chosen = group.locator('input:checked, [aria-selected="true"], [data-focused]').first();
  const inside = await group.evaluate((element) => element.contains(document.activeElement));
  if (!inside) await reach((await chosen.count()) > 0 ? chosen : group.locator('input, [role="tab"]').first());
  const horizontal = (await target.getAttribute('role')) === 'tab';
  await pressUntil(page, horizontal ? 'ArrowRight' : 'ArrowDown', target);
}

async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  for (let times = 0; times < 80; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}
