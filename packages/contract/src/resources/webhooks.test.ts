import { expect, test } from 'vitest';
import { webhookUrlSchema } from './webhooks.ts';

test.each([
  'https://hooks.example.com',
  'http://hooks.example.com:8080/in?of=all#top',
  'https://hooks.example.com?of=all',
  'https://[2001:db8::7]/in\\side',
  'https://hooks.example.com\\in@side',
])('%s is the address of a webhook', (address) => {
  expect(webhookUrlSchema.safeParse(address).success).toBe(true);
});

test.each([
  'ftp://hooks.example.com',
  'https://',
  'https:///in',
  'https://ada@hooks.example.com/',
  'https://ada:secret@hooks.example.com/',
  'https://hooks.example.com/in side',
  'https://hooks.example.com/in\u0007side',
])('%j is not the address of a webhook', (address) => {
  expect(webhookUrlSchema.safeParse(address).success).toBe(false);
});

// Zod checks the form of a text even if it is too long: backtracking would take minutes, during which no request is answered.
test('an address as long as the largest body is refused without a hang', () => {
  expect(webhookUrlSchema.safeParse(`https://${'a'.repeat(1024 * 1024)} a`).success).toBe(false);
});
