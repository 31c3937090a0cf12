import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { productUrl } from './people.ts';

const program = fileURLToPath(new URL('../examples/terminal-studio/src/main.ts', import.meta.url));

/** The example application, running as a customer runs it. */
export interface Studio {
  readonly process: ChildProcess;
  /** Waits until it has printed something. */
  says(pattern: RegExp): Promise<void>;
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>;
  output(): string;
}

/** Starts the example application as a user. */
export function openStudio(person: { readonly email: string; readonly password: string }, product: string): Studio {
  const child = spawn(
    process.execPath,
    [program, '--server', productUrl(), '--email', person.email, '--product', product],
    { env: { ...process.env, KEYHOLD_PASSWORD: person.password }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
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
