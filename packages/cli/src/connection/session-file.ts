import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../command/failure.ts';

/** The server that the user is signed in to, with their session. */
interface StoredSession {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  readonly email: string;
  /** The token of a password sign-in; null for a browser sign-in, whose tokens are in {@link tokensFolder}. */
  readonly token: string | null;
}

function configurationFolder(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'keyhold');
}

/** The file that stores the session of `keyhold login`. */
export function sessionFile(): string {
  return join(configurationFolder(), 'session.json');
}

/** The folder in which the SDK stores the tokens of a browser sign-in. */
export function tokensFolder(): string {
  return join(configurationFolder(), 'tokens');
}

/** Stores a session, readable by this user only. */
export async function storeSession(session: StoredSession): Promise<void> {
  const file = sessionFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  await writeFile(unfinished, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  // An existing file of that name may be readable by others.
  await chmod(unfinished, 0o600);
  await rename(unfinished, file);
}

/** Turns a file system error of a sign-in, which stores tokens, into a {@link Failure}; returns any other unchanged. */
export function storeFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const folder = configurationFolder();
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Failure(`The disk that holds ${folder} is full. Free some space, and sign in again.`, { cause: error });
  }
  if (!['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code)) return error;
  return new Failure(
    `Your sign-in cannot be stored in ${folder} (${code}). Make it writable, or choose another folder with XDG_CONFIG_HOME.`,
    { cause: error },
  );
}

/** The stored session, or null. */
export async function readSession(): Promise<StoredSession | null> {
  const file = sessionFile();
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Failure(
      `${file} cannot be read. It stores your sign-in: make it readable, or delete it and sign in again.`,
    );
  }
  try {
    const session = JSON.parse(text) as Partial<StoredSession>;
    const { server, email, token = null } = session;
    if (typeof server === 'string' && typeof email === 'string' && (token === null || typeof token === 'string')) {
      return { server, email, token };
    }
  } catch {
    // Reported below, like a file of another shape.
  }
  throw new Failure(`${file} is damaged. Sign in again with: keyhold login`);
}

/** Deletes the stored session. */
export async function forgetSession(): Promise<void> {
  await rm(sessionFile(), { force: true });
}
