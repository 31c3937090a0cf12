import type { Session } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { browserOf, placeOf } from './place.ts';

const browser: Session = {
  id: 'one',
  'created-on': '2026-02-11T08:29:12.000Z',
  'last-used-on': '2026-02-11T08:31:00.000Z',
  address: '192.0.2.17',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  application: null,
  device: null,
  current: false,
};
const application = { id: 'studio-desktop', name: 'Studio' };

test('a session is named after its application and device, or else its browser', () => {
  expect(placeOf(browser)).toBe('Firefox on Linux');
  expect(placeOf({ ...browser, application, device: 'Prepress 3' })).toBe('Studio on Prepress 3');
  expect(placeOf({ ...browser, application })).toBe('Studio');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['keyhold-sdk/1.0.4 node/24', 'keyhold-sdk/1.0.4'],
  ['node', 'node'],
  ['', 'Unknown browser'],
])('%s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});
