import type { Random } from '../../apps/demo/src/rows/random.ts';

const wide = 2 ** 32;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id like the database generates (UUIDv7) for a time in milliseconds; the rest is random. */
export function idAt(moment: number, random: Random): string {
  const time = hex(Math.floor(moment / 65_536), 8) + hex(Math.floor(moment) % 65_536, 4);
  const [a, b, c] = [hex(random.below(wide), 8), hex(random.below(wide), 8), hex(random.below(wide), 8)];
  const variant = '89ab'[random.below(4)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${a.slice(3, 6)}-${b}${c.slice(0, 4)}`;
}

/** The key of a license; unlike issued keys, it is predictable. */
export function keyFrom(random: Random): string {
  let key = '';
  for (let group = 0; group < 4; group += 1) {
    if (group > 0) key += '-';
    for (let bits = random.below(2 ** 25), place = 0; place < 5; place += 1, bits >>>= 5) key += crockford[bits & 31];
  }
  return key;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}
