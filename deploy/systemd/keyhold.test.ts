import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const unit = join(import.meta.dirname, 'keyhold.service');
const program = '/opt/keyhold/node_modules/.bin/keyhold';

/** systemd exists only on Linux, where these tests always run. */
const onLinux = process.platform === 'linux';

/** The root folder of a system on which the unit and its program are installed. */
let system: string;
beforeAll(() => {
  if (!onLinux) return;
  system = mkdtempSync(join(tmpdir(), 'keyhold-unit-'));
  // The targets that the unit belongs to.
  cpSync('/usr/lib/systemd/system', join(system, 'usr/lib/systemd/system'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  cpSync(unit, join(system, 'etc/systemd/system/keyhold.service'));
  mkdirSync(join(system, dirname(program)), { recursive: true });
  writeFileSync(join(system, program), '');
  chmodSync(join(system, program), 0o755);
});
afterAll(() => onLinux && rmSync(system, { recursive: true, force: true }));

it.runIf(onLinux)('systemd accepts the unit without warnings', () => {
  expect(analyze('verify', `--root=${system}`, 'keyhold.service')).toEqual({ status: 0, said: '' });
});

it.runIf(onLinux)('systemd rates the exposure of the unit, from 0 to 10, no higher than before', () => {
  const { said } = analyze('security', '--offline=true', '--no-pager', unit);
  const exposure = /exposure level for keyhold\.service: ([\d.]+)/.exec(said)?.[1];
  expect(exposure, said).toBeDefined();
  expect(Number(exposure)).toBeLessThanOrEqual(1.9);
});

it('the unit lets the server list the addresses of the machine, as it does with KEYHOLD_HOST=0.0.0.0', () => {
  expect(readFileSync(unit, 'utf8')).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
});

function analyze(...args: string[]): { status: number | null; said: string } {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  if (error) {
    throw new Error('Whether the unit is correct, only systemd-analyze can tell: install systemd, as `npm test` does.');
  }
  return { status, said: `${stdout}${stderr}`.trim() };
}
