import { expect, test } from 'vitest';
import { refusalsSentence } from './license-history.tsx';

test('sums the reasons over all users, the most frequent first', () => {
  const sentence = refusalsSentence([
    { reason: 'not-eligible', count: 2 },
    { reason: 'no-seat', count: 1 },
    { reason: 'no-seat', count: 1200 },
  ]);
  expect(sentence).toBe('Refused 1,203 times: no license was free (1,201), not among the consumers (2).');
  expect(refusalsSentence([{ reason: 'license-expired', count: 1 }])).toBe(
    'Refused 1 time: the license has expired (1).',
  );
});
