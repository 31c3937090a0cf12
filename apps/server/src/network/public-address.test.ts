import { expect, it } from 'vitest';
import { isPublicAddress, lookUpPublic } from './public-address.ts';

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'example.com',
  '',
])('%s is not on the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '193.0.0.1', '2a00:1450:4001:80b::200e', '2606:4700::1111'])(
  '%s is on the open internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([true, false])('rejects the lookup of a name of this machine (all: %s)', async (all) => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', { all }, resolve));
  expect(error).toMatchObject({ failure: 'private-address' });
});
