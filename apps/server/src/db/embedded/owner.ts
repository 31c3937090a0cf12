import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { SystemUser } from './files.ts';

const run = promisify(execFile);
const name = 'postgres';
/** The PATH of root, which a plain `su` does not set. */
const env = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin' };

/**
 * The system user that PostgreSQL runs as when Keyhold runs as root, since PostgreSQL refuses to run as root.
 * The user is created if missing.
 */
export async function postgresUser(): Promise<SystemUser> {
  const known = await lookUp();
  if (known) return known;
  let failure: unknown;
  try {
    const hidden = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
    await run('useradd', ['--system', '--user-group', ...hidden, name], { env });
  } catch (error) {
    failure = error;
  }
  // Another server may have created the user at the same time, so a failure is not final.
  const created = await lookUp();
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root, and the system user ${name} could not be created. Create that user, start Keyhold as an ordinary user, or set DATABASE_URL.`,
    { cause: failure },
  );
}

async function lookUp(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name], { env }), run('id', ['-g', name], { env })]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
