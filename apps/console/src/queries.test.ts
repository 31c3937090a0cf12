import { expect, test } from 'vitest';

const sources: Record<string, string> = import.meta.glob(['./**/*.{ts,tsx}', '!./**/*.{test,d}.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What a query's result is destructured into, where it is. */
const destructured = /const \{([^}]*)\} = use(?:Infinite|Screen)?Query\(/g;

test('every component that runs a query shows its failure, or leaves that to useSideQuery', () => {
  const uses = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(destructured)].map(([, names = '']) => ({ file, names })),
  );
  expect(uses.length).toBeGreaterThan(10);
  // In the dialog for a fresh proof, the password is offered whatever factors are known.
  const silent = uses.filter(
    ({ file, names }) => !/\berror\b|\bisError\b/.test(names) && !file.endsWith('proof-dialog.tsx'),
  );
  expect(silent).toEqual([]);
});
