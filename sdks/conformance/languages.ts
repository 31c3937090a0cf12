import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** An SDK with its driver. */
export interface Language {
  readonly name: string;
  /** The command that starts the driver; null where the tools of the language are missing. */
  readonly driver: readonly string[] | null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

function has(program: string, ...options: string[]): boolean {
  try {
    execFileSync(program, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const languages: readonly Language[] = [
  { name: 'TypeScript', driver: [process.execPath, `${root}packages/sdk/test/driver.ts`] },
  {
    name: 'Python',
    driver: has('python3', '-c', 'import cryptography') ? ['python3', '-B', `${root}sdks/python/driver.py`] : null,
  },
];
