import type { Session } from '@keyhold/contract';
import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

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
