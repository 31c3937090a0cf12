// `npm run service`: installs the npm package as docs/operations.md describes, and runs it with the unit of
// deploy/systemd under a separate systemd. Requires root on Linux.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './image/command.mjs';
import { ensurePrograms } from './installation/debian.mjs';
import { ensureDependencies } from './installation/install.mjs';
import { run, whenInterrupted } from './processes/children.mjs';
import { endWithNpm } from './processes/parent.mjs';
import { currentNode, root, runScript, toolEnvironment } from './processes/workspace.mjs';

const programs = {
  '/usr/lib/systemd/systemd': 'systemd',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/ps': 'procps',
  '/usr/bin/curl': 'curl',
  '/usr/sbin/nginx': 'nginx',
  '/usr/lib/postgresql': 'postgresql',
};

/** The timeout of a hanging run, in milliseconds; longer than a run takes on a busy machine. */
const longest = 20 * 60_000;

endWithNpm();
await runScript(async () => {
  await ensureDependencies();
  await ensurePrograms(programs);
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), longest).unref();
  const folder = mkdtempSync('/var/tmp/keyhold-service-');
  chmodSync(folder, 0o755);
  const close = async () => rmSync(folder, { recursive: true, force: true });
  whenInterrupted(close);
  try {
    console.log('Installing the package…');
    await command(process.execPath, join(root, 'scripts', 'package.mjs'));
    const file = readdirSync(join(root, 'dist')).find((name) => name.endsWith('.tgz')) ?? '';
    const target = join(folder, 'opt');
    await command('npm', 'install', '--prefix', target, '--no-audit', '--no-fund', join(root, 'dist', file));
    // Links PostgreSQL's libraries; the data folder does not exist yet.
    const doctor = [join(target, 'node_modules/.bin/keyhold'), 'doctor', '--data', join(folder, 'none')];
    await run(currentNode(), doctor, { quiet: true });
    console.log('Booting…');
    const trial = [currentNode(), join(root, 'e2e/service/main.ts')];
    const env = toolEnvironment();
    const { code } = await run(join(root, 'e2e/service/boot.sh'), [folder, ...trial], { cwd: root, env });
    const output = join(folder, 'output');
    if (existsSync(output)) console.log(readFileSync(output, 'utf8'));
    return code;
  } finally {
    await close();
  }
});
