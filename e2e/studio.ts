import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import { productUrl } from './people.ts';

const program = fileURLToPath(new URL('../examples/terminal-studio/src/main.ts', import.meta.url));

/** The example application, running as a customer runs it. */
export interface Studio {
  readonly process: ChildProcess;
  /** Waits until its output matches a pattern. */
  says(pattern: RegExp): Promise<void>;
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>;
  output(): string;
  /** The address that the user must open in the browser. */
  address(): Promise<string>;
  /** The address where the user must enter the code, and the code, if the application signs in by a code. */
  code(): Promise<{ readonly address: string; readonly code: string }>;
}

const shownAddress = /Open this address in your browser: (\S+)\n/;

const shownCode = /Open (\S+) in a browser and enter (\S+)\.\n/;

/** Starts the example application without a stored sign-in. */
export function startStudio(product: string, ...options: string[]): Studio {
  const store = mkdtempSync(join(tmpdir(), 'keyhold-e2e-studio-'));
  const child = spawn(
    process.execPath,
    [program, '--server', productUrl(), '--product', product, '--no-browser', '--store', store, ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.once('exit', () => rmSync(store, { recursive: true, force: true }));
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer) => {
    printed += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return {
    process: child,
    exited,
    output: () => printed,
    async address() {
      await this.says(shownAddress);
      return shownAddress.exec(printed)?.[1] ?? '';
    },
    async code() {
      await this.says(shownCode);
      const [, address = '', code = ''] = shownCode.exec(printed) ?? [];
      return { address, code };
    },
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(printed)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void exited.then((code) => {
          if (!pattern.test(printed))
            reject(new Error(`The application ended with code ${code} before that:\n${printed}`));
        });
      }),
  };
}

/** Starts the example application, and allows it as a user without opening the consent page. */
export async function openStudio(
  { email: username, password }: { readonly email: string; readonly password: string },
  product: string,
): Promise<Studio> {
  const studio = startStudio(product);
  const sent = await fetch(await studio.address(), { redirect: 'manual' });
  const request = new URL(sent.headers.get('location') ?? '').search.slice(1);
  const baseUrl = productUrl();
  const token = tokenOf(await createClient({ baseUrl }).send(calls.authorize, { body: { username, password } }));
  const client = createClient({ baseUrl, token: () => token });
  const { redirect } = await client.send(calls.decideAuthorization, { body: { request, allow: true } });
  await fetch(redirect);
  return studio;
}
