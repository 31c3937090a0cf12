// The second half of `npm run service`: a unit beside the unit keyhold, under a systemd that `boot.sh` has booted. It
// starts, kills and stops the service, and prints the results.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { restartAll } from './rolling-restart.ts';

const rows: [string, string][] = [];
const seen = (what: string, figure: string) => {
  rows.push([what, figure]);
  console.log(`${what}: ${figure}`);
};

seen('Start with a new data folder, until it is ready', await timed(() => systemctl('start', 'keyhold')));
systemctl('restart', 'keyhold');
const first = await ready();
seen('The first request after systemctl restart', first === null ? 'no reply' : String(first));
if (first !== 200) process.exitCode = 1;
seen('What the kernel lets it do', confinement());
// The link is printed when everything is ready.
while (!readFileSync('/run/keyhold.log', 'utf8').includes('Activate the first')) await sleep(100);
seen('The link for the first administrator', 'in the log');
const killed = mainProcess();
seen(
  'After kill -9, until it is ready again',
  await timed(() => {
    process.kill(killed, 'SIGKILL');
  }, killed),
);
const told = performance.now();
systemctl('stop', 'keyhold');
seen('systemctl stop', `${property('Result')}, exit ${property('ExecMainStatus')} after ${secondsSince(told)}`);
// ps finds no process, which it reports by its exit code.
const left = spawnSync('ps', ['-u', 'keyhold', '-o', 'args='], { encoding: 'utf8' }).stdout.trim();
seen('Processes left', left || 'none');
if (left || property('Result') !== 'success') process.exitCode = 1;
const { figure, lost } = await restartAll();
seen('Two servers behind nginx, restarted as documented', figure);
for (const request of lost) console.log(request);
if (lost.length > 0) process.exitCode = 1;

console.log(`\n| | |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}`);

function systemctl(...args: string[]): string {
  return execFileSync('systemctl', args, { encoding: 'utf8' }).trim();
}

function property(name: string): string {
  return systemctl('show', 'keyhold', '--value', '--property', name);
}

function mainProcess(): number {
  return Number(property('MainPID'));
}

/** Runs `begin`, and waits until the service is ready in another process than the killed one. */
async function timed(begin: () => void, before = 0): Promise<string> {
  const begun = performance.now();
  begin();
  for (;;) {
    if (property('ActiveState') === 'failed') throw new Error(`The service failed: ${property('Result')}.`);
    // A unit that fails repeatedly is always about to be restarted.
    if (Number(property('NRestarts')) > 3) throw new Error(`The service does not stay: ${property('Result')}.`);
    if ((await ready()) === 200 && mainProcess() !== before) return secondsSince(begun);
    await sleep(100);
  }
}

/** The status of `/readyz`, or null without a reply. */
async function ready(): Promise<number | null> {
  const reply = await fetch('http://127.0.0.1:8080/readyz').catch(() => null);
  await reply?.body?.cancel();
  return reply?.status ?? null;
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

function confinement(): string {
  const status = readFileSync(`/proc/${mainProcess()}/status`, 'utf8');
  const line = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const user = execFileSync('ps', ['-o', 'user=', '-p', String(mainProcess())], { encoding: 'utf8' }).trim();
  return `user ${user}, capabilities ${line('CapEff')}, no new privileges ${line('NoNewPrivs')}, system calls filtered ${line('Seccomp') === '2' ? 'yes' : 'no'}`;
}
