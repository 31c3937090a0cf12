import { hash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode } from '../../error-code.ts';
import { folderError } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { copyBinaries, installedBinaries } from './binaries.ts';
import { canReach, type SystemUser } from './files.ts';
import { postgresUser } from './owner.ts';

/** The folders of a data folder's PostgreSQL, and the user that runs it. */
export interface EmbeddedHome {
  /** Contains `initdb` and `postgres`. */
  binaries: string;
  /** PostgreSQL's own data directory; missing before the first start. */
  cluster: string;
  /** Folder of the cluster, its log and usually its socket; only the owner may enter. */
  folder: string;
  /** Folder of the socket; its path is always short enough for a socket address. */
  socket: string;
  /** The user to switch to; undefined to run as the current user. */
  runAs: SystemUser | undefined;
}

/** Used when root starts Keyhold and PostgreSQL's user cannot reach the checkout or the data folder. */
const shared = '/var/lib/keyhold';

/** Finds the folder of a data folder's embedded database, and creates it on the first start. */
export async function embeddedHome(dataDirectory: string, log: (message: string) => void): Promise<EmbeddedHome> {
  const asRoot = process.getuid?.() === 0;
  const installed = await installedBinaries();
  try {
    const data = await realpath(dataDirectory);
    const owner = await clusterOwner(join(data, 'database', 'cluster'));
    const runAs = asRoot ? (owner ?? (await postgresUser())) : undefined;
    const folder = await placeHome(data, runAs, log);
    let binaries = installed.folder;
    if (runAs && !(await reachable(binaries, runAs))) {
      binaries = await copyBinaries(installed.folder, installed.version, shared, log);
    }
    return {
      binaries: join(binaries, 'bin'),
      cluster: join(folder, 'cluster'),
      folder,
      socket: await placeSocket(folder, runAs),
      runAs,
    };
  } catch (error) {
    throw folderError(error, dataDirectory);
  }
}

async function reachable(binaries: string, user: SystemUser): Promise<boolean> {
  const samples = ['bin/postgres', 'lib/postgresql', 'share/postgresql/postgres.bki'];
  const answers = await Promise.all(samples.map((path) => canReach(join(binaries, path), user, 'read')));
  return answers.every(Boolean);
}

/** The user that first started Keyhold on a data folder; undefined before that. */
async function clusterOwner(cluster: string): Promise<SystemUser | undefined> {
  const owner = await stat(cluster).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw isErrorCode(error, 'EACCES') ? foreign(cluster) : error;
  });
  if (owner && process.getuid?.() !== 0 && owner.uid !== process.getuid?.()) throw foreign(cluster);
  return owner;
}

function foreign(folder: string): StartError {
  return new StartError(
    `${folder} belongs to another system user. Start Keyhold as the user it was first started as, or choose another folder with --data DIR.`,
  );
}

async function placeHome(dataDirectory: string, user: SystemUser | undefined, log: (message: string) => void) {
  const inside = join(dataDirectory, 'database');
  const marker = join(dataDirectory, 'database-location.json');
  const elsewhere = await readMarker(marker);
  if (elsewhere) {
    await checkMarker(elsewhere, dataDirectory);
    log(`The database of ${dataDirectory} is in ${elsewhere}.`);
    return elsewhere;
  }
  if (!user || (await canReach(dataDirectory, user, 'pass'))) {
    await makeFolder(inside, user);
    return inside;
  }
  if (await stat(join(inside, 'cluster')).catch(() => undefined)) {
    throw new StartError(
      `The system user that runs PostgreSQL can no longer reach ${inside}. Let other users pass the folders above it (chmod o+x), and start again.`,
    );
  }
  const outside = join(shared, randomBytes(6).toString('hex'));
  await mkdir(shared, { recursive: true, mode: 0o755 });
  await makeFolder(outside, user);
  await writeFile(join(outside, 'data-folder'), dataDirectory);
  await writeFile(`${marker}.new`, JSON.stringify({ database: outside }));
  await rename(`${marker}.new`, marker);
  log(`The system user that runs PostgreSQL cannot reach ${dataDirectory}: its database is kept in ${outside}.`);
  return outside;
}

async function readMarker(marker: string): Promise<string | undefined> {
  try {
    const { database }: { database: string } = JSON.parse(await readFile(marker, 'utf8'));
    return database;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw new StartError(`${marker} cannot be read. It contains the location of this data folder's database.`, {
      cause: error,
    });
  }
}

/** A copied data folder must not run on the database of its original; a moved one keeps its own. */
async function checkMarker(home: string, dataDirectory: string): Promise<void> {
  const note = join(home, 'data-folder');
  let original: string;
  try {
    original = await readFile(note, 'utf8');
  } catch (error) {
    throw new StartError(
      `The database of ${dataDirectory} is kept in ${home}, which cannot be read. Bring it back, or start Keyhold as the user it was first started as.`,
      { cause: error },
    );
  }
  if (original === dataDirectory) return;
  if ((await readMarker(join(original, 'database-location.json')).catch(() => undefined)) === home) {
    throw new StartError(
      `The database in ${home} belongs to the data folder ${original}. Remove database-location.json from ${dataDirectory} to begin with an empty database.`,
    );
  }
  await writeFile(note, dataDirectory);
}

async function placeSocket(folder: string, user: SystemUser | undefined): Promise<string> {
  const inside = join(folder, 'socket');
  // The system's limit is 104 bytes (macOS) or 108 (Linux), including the file name and a terminating zero.
  if (Buffer.byteLength(join(inside, '.s.PGSQL.5432')) < 100) {
    await makeFolder(inside, user);
    return inside;
  }
  const short = join('/tmp', `keyhold-${hash('sha256', folder).slice(0, 16)}`);
  await makeFolder(short, user);
  return short;
}

async function makeFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  if (user && found.uid === 0) await chown(folder, user.uid, user.gid);
  else if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.())) throw foreign(folder);
}
