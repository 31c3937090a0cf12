import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { limits } from '../../test/soon.ts';
import { freePort } from '../fixtures/product.ts';

/** WebKit's driver, and the display that its browser needs. */
const programs = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'];

/** Whether this machine has WebKit, in which the journey can be run. */
export const hasWebKit = programs.every((path) => existsSync(path));

/** The key of an element's id in a reply (WebDriver, section 12). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** A page in the system's WebKit, by WebDriver: HTTP requests with JSON. Elements are found by XPath. */
export class WebKitPage {
  readonly #driver: ChildProcess;
  readonly #session: string;

  private constructor(driver: ChildProcess, session: string) {
    this.#driver = driver;
    this.#session = session;
  }

  static async open(): Promise<WebKitPage> {
    const port = await freePort();
    const [driver, display] = programs as [string, string];
    // The leader of a process group, so that the display ends with it.
    const child = spawn(display, ['-a', driver, `--port=${port}`], { stdio: 'ignore', detached: true });
    const address = `http://127.0.0.1:${port}`;
    const until = Date.now() + limits.wait;
    while (!(await fetch(`${address}/status`).catch(() => null))) {
      if (Date.now() > until) throw new Error('WebKitWebDriver does not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { sessionId } = await send<{ sessionId: string }>('POST', `${address}/session`, { capabilities: {} });
    const page = new WebKitPage(child, `${address}/session/${sessionId}`);
    // An element that is not there yet is waited for.
    await page.#post('timeouts', { implicit: limits.wait });
    await page.#post('window/rect', { width: 1280, height: 800 });
    return page;
  }

  goto(url: string): Promise<void> {
    return this.#post('url', { url });
  }

  reload(): Promise<void> {
    return this.#post('refresh', {});
  }

  async wait(xpath: string): Promise<void> {
    await this.#find(xpath);
  }

  async click(xpath: string): Promise<void> {
    await this.#post(`element/${await this.#find(xpath)}/click`, {});
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#post(`element/${await this.#find(xpath)}/value`, { text });
  }

  async value(xpath: string): Promise<string> {
    return send('GET', `${this.#session}/element/${await this.#find(xpath)}/property/value`);
  }

  async close(): Promise<void> {
    await send('DELETE', this.#session);
    if (this.#driver.pid) process.kill(-this.#driver.pid);
  }

  async #find(xpath: string): Promise<string> {
    const element = await this.#post<Record<string, string>>('element', { using: 'xpath', value: xpath });
    return element[elementKey] as string;
  }

  #post<Value = void>(command: string, body: object): Promise<Value> {
    return send('POST', `${this.#session}/${command}`, body);
  }
}

/** Sends a command; a reply with an error is thrown. */
async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: Value & { error?: string; message?: string } };
  if (!reply.ok) throw new Error(`WebKit: ${value.error} ${value.message} (${url} ${JSON.stringify(body)})`);
  return value;
}
