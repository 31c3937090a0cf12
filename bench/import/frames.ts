import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { seedPassword } from '../bed/seed.ts';
import { signInAs, withBrowser } from '../measure/browser.ts';
import type { Row } from './plain-inserts.ts';

/** The tasks of the page's main thread during a step. A frame waits for the task that runs. */
export interface FrameStep {
  readonly what: string;
  readonly seconds: number;
  readonly tasks: number;
  /** In milliseconds: on a busy machine a task takes longer than its processor time. */
  readonly longest: { readonly processor: number; readonly elapsed: number };
  /** The number of tasks with more processor time than a frame may take. */
  readonly over: number;
}

/** The longest that a frame may take, in milliseconds. */
const frame = 50;

/**
 * Imports rows through the console's screen in a browser, and measures its main thread.
 *
 * @param folder for the file that is chosen
 */
export async function measureFrames(
  url: string,
  email: string,
  rows: readonly Row[],
  folder: string,
): Promise<FrameStep[]> {
  const columns = ['email', 'first-name', 'last-name', 'title'] as const;
  const lines = rows.map((row) => columns.map((column) => row[column]).join(','));
  // Chosen by its path: the content of a file would pass through the page.
  const file = join(folder, 'people.csv');
  await writeFile(file, ['Email,First name,Last name,Title', ...lines].join('\r\n'));
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(300_000);
    await signInAs(page, url, { email, password: seedPassword });
    await page.goto(`${url}/iam/users/import`);
    const choose = page.getByRole('button', { name: 'Choose a file' });
    await choose.waitFor();
    const start = page.getByRole('button', { name: /^Import [\d,]+ people$/, disabled: false });
    return [
      await traced(browser, page, 'Read and check the file', async () => {
        const chooser = page.waitForEvent('filechooser');
        await choose.click();
        await (await chooser).setFiles(file);
        await start.waitFor();
      }),
      await traced(browser, page, 'Import', async () => {
        await start.click();
        await page.getByText(/^[\d,]+ created/).waitFor();
      }),
    ];
  });
}

/** An event of a Chromium trace; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

async function traced(browser: Browser, page: Page, what: string, act: () => Promise<void>): Promise<FrameStep> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const began = performance.now();
  await act();
  const seconds = (performance.now() - began) / 1000;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid}/${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.');
  const processor = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return {
    what,
    seconds,
    tasks: tasks.length,
    longest: { processor: Math.max(...processor), elapsed: Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)) },
    over: processor.filter((each) => each > frame).length,
  };
}
