import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../../bed/free-ports.ts';
import type { Line, Part } from '../part.ts';

const script = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));

/** Measures the script of `npm start` on a new data folder with the demo until it is ready, and again on it. */
export const measureStart: Part = async (): Promise<Line[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-start-'));
  await chmod(folder, 0o711);
  try {
    const first = await start(folder);
    const second = await start(folder);
    return [
      { what: 'First start: database and demo made', unit: 's', ours: first / 1000 },
      { what: 'Second start', unit: 's', ours: second / 1000 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Starts, stops, and returns how long the start took, in milliseconds. */
async function start(folder: string): Promise<number> {
  const [port] = await freePorts(1);
  const began = performance.now();
  const child = spawn(process.execPath, [script, '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<number>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Keyhold is ready at')) resolve(performance.now() - began);
    });
    void exited.then((code) => reject(new Error(`The start ended with code ${code}:\n${printed}`)));
  });
  const took = await ready;
  child.kill('SIGTERM');
  await exited;
  return took;
}
