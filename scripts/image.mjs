// `npm run image`: builds the image of deploy/container and tests it in the setup of docs/operations.md: behind nginx,
// with its own PostgreSQL. Requires root on Debian or a derivative, and downloads only npm and Debian packages.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeBase } from './image/base.mjs';
import { makeCertificate } from './image/certificate.mjs';
import { buildahEnvironment, command } from './image/command.mjs';
import { npmSecrets } from './image/npm-secrets.mjs';
import { findChromium } from './installation/chromium.mjs';
import { ensurePrograms } from './installation/debian.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { run, whenInterrupted } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './processes/workspace.mjs';

const programs = {
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/sbin/ip': 'iproute2',
  '/usr/sbin/nginx': 'nginx',
  '/usr/lib/postgresql': 'postgresql',
};

/** The timeout of a hanging run, in milliseconds; longer than a run takes on a busy machine. */
const longest = 60 * 60_000;

/** Docker's format, because the OCI format has no health check. */
const result = ['--format', 'docker', '--tag', 'keyhold'];

/** Separate network, mounts and processes: the ports of deploy/ are free there, and no process outlives the run. */
const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensurePrograms(programs);
  const chromium = await findChromium();
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), longest).unref();
  const folder = mkdtempSync('/var/tmp/keyhold-image-');
  // PostgreSQL's own user must be able to traverse the folder.
  chmodSync(folder, 0o711);
  const close = async () => rmSync(folder, { recursive: true, force: true });
  whenInterrupted(close);
  try {
    Object.assign(process.env, buildahEnvironment(folder));
    const base = process.env['NODE_IMAGE'] ?? (await makeBase(folder));
    console.log('Building the image…');
    const file = ['--file', join(root, 'deploy/container/Containerfile')];
    const source = [...file, '--build-arg', `NODE_IMAGE=${base}`, ...(await npmSecrets(folder))];
    await command('buildah', 'build', '--layers=false', ...source, ...result, root);
    await command('buildah', 'from', '--name', 'keyhold-trial', 'keyhold');
    await command('buildah', 'from', '--name', 'keyhold-base', base);
    const env = { ...toolEnvironment(), CHROMIUM_PATH: chromium, ...(await makeCertificate(folder)) };
    const trial = [currentNode(), join(root, 'e2e/image/main.ts'), folder];
    return (await run('unshare', [...namespaces, ...trial], { cwd: root, env })).code;
  } finally {
    await close();
  }
});
