import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs the journey through the whole product, like `npm run e2e -- way-through`. */
export async function goThrough(at: { readonly url: string; readonly people: string; readonly mailbox: string }) {
  const child = spawn('playwright', ['test', 'way-through', '--project', 'motion'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      KEYHOLD_E2E_URL: at.url,
      KEYHOLD_E2E_DATA: at.people,
      KEYHOLD_E2E_MAILBOX: at.mailbox,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The way through was not gone to its end.');
  return 'passed';
}
