import { expect, it } from 'vitest';
import { hasBrowser } from './open-browser.ts';

it.each([
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }, false],
  ['darwin', {}, true],
  ['darwin', { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }, false],
  ['win32', {}, true],
] as const)('on %s with %j hasBrowser returns %s', (platform, environment, there) => {
  expect(hasBrowser(platform, environment)).toBe(there);
});
