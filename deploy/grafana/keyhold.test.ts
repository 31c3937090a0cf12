import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readExposedMetrics, unknownIn } from '../../apps/server/test/receivers/exposed-metrics.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard: { readonly panels: readonly Panel[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'keyhold.json'), 'utf8'),
);
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

it('queries only metrics that servers expose', async () => {
  expect(queries.length).toBeGreaterThan(20);
  const exposed = await readExposedMetrics();
  expect(queries.flatMap((query) => unknownIn(query, exposed))).toEqual([]);
});

it('shows every Keyhold metric that servers expose', async () => {
  const asked = queries.join('\n');
  const own = [...(await readExposedMetrics())].filter((name) => name.startsWith('keyhold_'));
  // One series of a histogram is enough.
  const shown = own.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(shown)].filter((name) => !asked.includes(name))).toEqual([]);
});

it('shows no overlapping panels', () => {
  const places = dashboard.panels.map(({ gridPos }) => gridPos);
  for (const [index, one] of places.entries()) {
    expect(one.x + one.w).toBeLessThanOrEqual(24);
    const over = places
      .slice(index + 1)
      .filter((other) => one.x < other.x + other.w && other.x < one.x + one.w)
      .filter((other) => one.y < other.y + other.h && other.y < one.y + one.h);
    expect(over).toEqual([]);
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
