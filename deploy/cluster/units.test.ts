import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const units = readdirSync(import.meta.dirname).filter((name) => /\.(service|timer)$/.test(name));
const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** systemd exists only on Linux, where this test always runs. */
it.runIf(process.platform === 'linux')('systemd accepts the units without warnings', () => {
  const system = mkdtempSync(join(tmpdir(), 'keyhold-units-'));
  onTestFinished(() => rmSync(system, { recursive: true, force: true }));
  // The targets that the units belong to.
  const targets = 'usr/lib/systemd/system';
  cpSync(join('/', targets), join(system, targets), { recursive: true, verbatimSymlinks: true });
  for (const unit of units) cpSync(join(import.meta.dirname, unit), join(system, 'etc/systemd/system', unit));
  for (const program of ['/bin/kill', '/usr/bin/pgbackrest', '/opt/keyhold/node_modules/.bin/keyhold']) {
    mkdirSync(join(system, dirname(program)), { recursive: true });
    writeFileSync(join(system, program), '');
    chmodSync(join(system, program), 0o755);
  }
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', `--root=${system}`, ...units], {
    encoding: 'utf8',
  });
  expect({ status, said: `${stdout}${stderr}`.trim() }).toEqual({ status: 0, said: '' });
});

it('the page for operations installs each file of this folder', () => {
  const installed = /^install -m 644 ([^\n]*) \/etc\/systemd\/system\/$/m.exec(operations)?.[1] ?? '';
  expect(installed.split(' ').toSorted()).toEqual(units.map((unit) => `deploy/cluster/${unit}`).toSorted());
});
