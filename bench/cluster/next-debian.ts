import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A root folder of a Debian with PostgreSQL 18, and with a Patroni and a pgBackRest that know it. */
export interface NextDebian {
  readonly root: string;
  /** Unmounts what was mounted in it. */
  close(): Promise<void>;
}

const run = promisify(execFile);
const kept = fileURLToPath(new URL('../../.cache/debian-18', import.meta.url));
const suite = 'forky';
const packages = 'postgresql-18,pgbackrest,patroni,python3-etcd';
/** The folders of PostgreSQL 15, which pg_upgrade runs, too. */
const older = ['/usr/lib/postgresql/15', '/usr/share/postgresql/15'];

/** Creates that Debian, which takes minutes, unless it is there from an earlier run. */
export async function prepareNextDebian(): Promise<void> {
  if (!existsSync(kept)) await create();
}

/** Opens that Debian with this machine's PostgreSQL 15 and the drill's folder in it. */
export async function openNextDebian(folder: string): Promise<NextDebian> {
  await prepareNextDebian();
  const mounted: string[] = [];
  const mount = async (path: string, ...options: string[]) => {
    const target = join(kept, path);
    await mkdir(target, { recursive: true });
    await run('mount', [...options, path, target]);
    mounted.push(target);
  };
  for (const path of [...older, folder, '/dev', '/dev/shm']) await mount(path, '--bind');
  await mount('/proc', '-t', 'proc');
  return {
    root: kept,
    async close() {
      for (const target of mounted.reverse()) await run('umount', ['--lazy', target]);
    },
  };
}

async function create(): Promise<void> {
  console.log('Installing a Debian with PostgreSQL 18…');
  const unfinished = `${kept}-${process.pid}`;
  try {
    // Debian 12's debootstrap has no script of its own for later ones; all are alike.
    const script = '/usr/share/debootstrap/scripts/sid';
    await run(
      'debootstrap',
      ['--variant=minbase', `--include=${packages}`, suite, unfinished, await mirror(), script],
      {
        maxBuffer: 1 << 26,
      },
    );
    await copyLibraries(unfinished);
    await rename(unfinished, kept);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Where this machine's packages come from. */
async function mirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const [first] = stdout.split('\n');
  if (!first) throw new Error('apt-get has no sources.');
  return first;
}

/** Copies the libraries that PostgreSQL 15 needs and the newer Debian has no more. */
async function copyLibraries(root: string): Promise<void> {
  const programs = '/usr/lib/postgresql/15/bin';
  const [folder = ''] = (await readdir('/usr/lib')).filter((name) => name.endsWith('-linux-gnu'));
  for (const program of await readdir(programs)) {
    const { stdout } = await run('ldd', [join(programs, program)]).catch(() => ({ stdout: '' }));
    for (const [, library = ''] of stdout.matchAll(/=> (\S+)/g)) {
      const target = join(root, 'usr', 'lib', folder, basename(library));
      if (!existsSync(target)) await cp(library, target, { dereference: true });
    }
  }
}
