import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
  type Route,
} from '@playwright/test';

interface Allowed {
  readonly what: string;
  readonly covers: (fault: Fault) => boolean;
  met: boolean;
}

interface Fault {
  readonly kind: 'page error' | 'console' | 'failed request' | 'refused request';
  readonly text: string;
  readonly status?: number;
  readonly path?: string;
}

/** A reply that a test returns instead of the server. */
interface Injected {
  readonly status: number;
  /** The first sentence of the reply. */
  readonly error?: string;
  readonly body?: unknown;
}

/**
 * Collects everything that goes wrong in the pages of a test: errors of the page, errors and warnings in the console,
 * requests that fail or are refused. Each fails the test, unless the test has announced it; and announced faults must
 * happen.
 */
export class Faults {
  readonly #faults: Fault[] = [];
  readonly #allowed: Allowed[] = [];

  /** Watches every page that is opened in a context, until the returned function is called. */
  watchContext(context: BrowserContext): () => void {
    const watch = (page: Page) => this.watch(page);
    context.on('page', watch);
    return () => context.off('page', watch);
  }

  /** Watches a page. */
  watch(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push({ kind: 'page error', text: error.message }));
    page.on('console', (message) => this.#hear(message));
    page.on('requestfailed', (request) => this.#lose(request));
    page.on('response', (response) => this.#read(response));
  }

  /** Announces that a call will be refused with a status. */
  expectRefusal(status: number, path: RegExp): void {
    this.#allow(`${status} for ${path}`, (fault) => fault.status === status && path.test(fault.path ?? ''));
  }

  /** Allows a call to be refused with a status. */
  allowRefusal(status: number, path: RegExp): void {
    const covers = (fault: Fault) => fault.status === status && path.test(fault.path ?? '');
    this.#allowed.push({ what: `${status} for ${path}`, covers, met: true });
  }

  /** Announces that a call will not reach the server. */
  expectLoss(path: RegExp): void {
    this.#allow(`no answer for ${path}`, (fault) => fault.kind === 'failed request' && path.test(fault.path ?? ''));
  }

  /** Announces that an error or a warning will be written to the console. */
  expectMessage(text: RegExp): void {
    this.#allow(`the console message ${text}`, (fault) => fault.kind === 'console' && text.test(fault.text));
  }

  /** Replies to a call instead of the server, `times` times or by default always. */
  async inject(page: Page, method: string, path: RegExp, reply: Injected, times?: number): Promise<void> {
    if (reply.status >= 400) this.expectRefusal(reply.status, path);
    await this.#intercept(page, method, path, times, (route) =>
      route.fulfill({ status: reply.status, json: reply.body ?? failure(reply.status, reply.error ?? 'It failed.') }),
    );
  }

  /** Aborts a call as if there was no server. */
  async cut(page: Page, method: string, path: RegExp, times?: number): Promise<void> {
    this.expectLoss(path);
    await this.#intercept(page, method, path, times, (route) => route.abort('connectionrefused'));
  }

  /** Fails the test if anything unannounced went wrong, or if an announced fault did not happen. */
  check(): void {
    const unexpected = this.#faults.filter((fault) => {
      const allowed = this.#allowed.filter(({ covers }) => covers(fault));
      for (const each of allowed) each.met = true;
      return allowed.length === 0;
    });
    expect(unexpected, 'Nothing goes wrong that the test does not provoke').toEqual([]);
    expect(
      this.#allowed.filter(({ met }) => !met).map(({ what }) => what),
      'What the test provokes happens',
    ).toEqual([]);
  }

  #allow(what: string, covers: Allowed['covers']): void {
    this.#allowed.push({ what, covers, met: false });
  }

  async #intercept(
    page: Page,
    method: string,
    path: RegExp,
    times: number | undefined,
    handle: (route: Route) => Promise<void>,
  ): Promise<void> {
    let left = times ?? Number.POSITIVE_INFINITY;
    await page.route(
      (url) => path.test(url.pathname),
      (route) => {
        if (route.request().method() !== method || left === 0) return route.fallback();
        left -= 1;
        return handle(route);
      },
    );
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser's own message about a refused request, which is recorded as such.
    if (message.text().startsWith('Failed to load resource')) return;
    this.#faults.push({ kind: 'console', text: message.text() });
  }

  #lose(request: Request): void {
    const text = request.failure()?.errorText ?? '';
    // The page itself aborted the request, because it has navigated away.
    if (text === 'net::ERR_ABORTED') return;
    this.#faults.push({ kind: 'failed request', text, path: new URL(request.url()).pathname });
  }

  #read(response: Response): void {
    if (response.status() < 400) return;
    const path = new URL(response.url()).pathname;
    this.#faults.push({ kind: 'refused request', text: response.statusText(), status: response.status(), path });
  }
}

/** A refusal in the format of the server. */
function failure(status: number, error: string) {
  return {
    success: false,
    'status-code': status,
    'reply-to': 'injected',
    errors: [error],
    warnings: [],
    problems: [{ code: 'injected', message: error }],
  };
}
