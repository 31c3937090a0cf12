import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** An SDK with its driver. */
export interface Language {
  readonly name: string;
  /** The command that starts the driver; null where the tools of the language are missing. */
  readonly driver: readonly string[] | null;
  /** The cases that the language cannot do, by the beginnings of their names, with the reason. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** The command that builds the driver first, and its folder. */
  readonly build?: { readonly command: readonly string[]; readonly folder: string };
}

/** Whether the drivers are built with what finds races and leaks, which takes longer; `npm run sdks` does. */
export const isThorough = process.env['KEYHOLD_SDKS'] === 'thorough';

const root = fileURLToPath(new URL('../..', import.meta.url));

function has(program: string, ...options: string[]): boolean {
  try {
    execFileSync(program, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether a language can do a case. */
export function can({ cannot = {} }: Language, name: string): boolean {
  return !Object.keys(cannot).some((beginning) => name.startsWith(beginning));
}

/** Builds the driver of a language. */
export async function build({ build }: Language): Promise<void> {
  if (!build) return;
  const [program = '', ...options] = build.command;
  await promisify(execFile)(program, options, { cwd: build.folder });
}

/** Leaks and wrong accesses end the driver with a code of their own. */
const valgrind = ['valgrind', '-q', '--leak-check=full', '--errors-for-leak-kinds=definite', '--error-exitcode=9'];

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    cannot: {
      'waiting: the client is closed': 'Its clients are not closed: the signal of the call ends the wait.',
      'sign-in: the client is closed': 'Its clients are not closed: the signal of the call ends the sign-in.',
    },
    driver: [process.execPath, `${root}packages/sdk/test/driver.ts`],
  },
  {
    name: 'Python',
    driver: has('python3', '-c', 'import cryptography') ? ['python3', '-B', `${root}sdks/python/driver.py`] : null,
  },
  {
    name: 'Go',
    driver: has('go', 'version') ? [`${root}sdks/go/.cache/driver`] : null,
    build: {
      command: ['go', 'build', ...(isThorough ? ['-race'] : []), '-o', '.cache/driver', './driver'],
      folder: `${root}sdks/go`,
    },
  },
  {
    name: 'C',
    cannot: {
      'functions of the application that fail': 'Functions of C throw nothing; keyhold.hpp catches what C++ throws.',
    },
    driver:
      has('cmake', '--version') &&
      has('g++', '--version') &&
      has('pkg-config', 'libcurl', 'libcrypto >= 3', 'jansson') &&
      (!isThorough || has('valgrind', '--version'))
        ? [...(isThorough ? valgrind : []), `${root}sdks/c/.cache/driver/driver`]
        : null,
    build: {
      command: ['./build.sh', '.cache/driver', ...(isThorough ? [] : ['sanitized'])],
      folder: `${root}sdks/c`,
    },
  },
  {
    name: 'Java',
    driver: has('javac', '--version')
      ? [
          'java',
          '-XX:TieredStopAtLevel=1',
          '-cp',
          `${root}sdks/java/.cache/classes:${root}sdks/java/.cache/driver`,
          'Driver',
        ]
      : null,
    build: { command: ['./build.sh'], folder: `${root}sdks/java` },
  },
];
