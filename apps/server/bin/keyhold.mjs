#!/usr/bin/env node
// The command `keyhold`. This file alone runs on any Node.js from 20 on: it finds the one that runs everything else.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire, default as modules } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;

if (Number.parseInt(process.versions.node, 10) >= needed) {
  if (process.channel) {
    // This file, run by an older Node.js, is the parent process: this child must not outlive it.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
  }
  // Halves the start time. The cache is in the user's own folder, because its contents are executed.
  modules.enableCompileCache?.(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'keyhold'));
  const { main } = await import('../src/operator/main.ts');
  await main(process.argv.slice(2), () => import('../../demo/src/demo.ts'));
} else {
  const node = packagedNode();
  if (node) runBelow(node);
  else {
    console.error(
      `keyhold needs Node.js ${needed} or newer; this is ${process.version}. Install Node.js ${needed}, or run npm ci, which brings one on Linux and Windows.`,
    );
    process.exitCode = 1;
  }
}

/** The Node.js that npm installed as a package for this platform; null if there is none. */
function packagedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const node = join(folder, 'bin', windows ? 'node.exe' : 'node');
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}

/** @param {string} node */
function runBelow(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // The terminal sends Ctrl-C to both; the child decides, and this process exits with its code.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  }
  child.once('error', () => {
    console.error(`The installed Node.js (${node}) does not run on this system. Install Node.js ${needed}.`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
