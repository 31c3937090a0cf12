// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { problemText } from '#i18n/messages/en/general/problems.ts';
import { refusalText } from './refusals.ts';

test('a refusal is shown by the sentence of its code', () => {
  expect(refusalText('stale')).toBe(problemText.stale);
});

test.each(['', 'of-a-newer-server', 'constructor', '__proto__'])(
  'a code without a sentence, such as %j in an address, is shown as a failed sign-in',
  (code) => {
    expect(refusalText(code)).toBe(problemText['sign-in-failed']);
  },
);
