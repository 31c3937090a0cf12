import { expect, it } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './webhook-signature.ts';

it('reproduces the example of the signature scheme', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(signatureHeaders(id, 1_614_265_330, '{"test": 2432232314}', [secret])).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs with every given key, and creates a different key each time', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { 'webhook-signature': both } = signatureHeaders('one', 1, '{}', secrets);
  const each = secrets.map((secret) => signatureHeaders('one', 1, '{}', [secret])['webhook-signature']);
  expect(both).toBe(each.join(' '));
  expect(new Set(each).size).toBe(2);
});
