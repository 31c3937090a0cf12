import { createHash } from 'node:crypto';
import type { Random } from '../../apps/demo/src/rows/random.ts';

/**
 * Returns a separate deterministic source of random numbers for each purpose (sfc32). The demo's generator has a state
 * of 32 bits: among the millions of draws here, two of them would reach the same state and continue identically.
 */
export function randomFor(seed: number, purpose: string): Random {
  const start = createHash('sha256').update(`${seed} ${purpose}`).digest();
  let [a, b, c, counter] = [start.readInt32LE(0), start.readInt32LE(4), start.readInt32LE(8), 1];
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    between: (from, to) => from + next() * (to - from),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
