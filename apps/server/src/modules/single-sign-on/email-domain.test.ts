import { describe, expect, it } from 'vitest';
import { domainOf } from './email-domain.ts';

describe('the domain of an e-mail address', () => {
  it.each([
    ['ada@acme.example', 'acme.example'],
    ['ada@ACME.Example', 'acme.example'],
    ['"a@b"@acme.example', 'acme.example'],
    ['ada@münchen.example', 'xn--mnchen-3ya.example'],
    ['ada@日本.example', 'xn--wgv71a.example'],
    ['ada@xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ])('of %s is %s', (email, domain) => {
    expect(domainOf(email)).toBe(domain);
  });

  it.each([
    'acme.example?x',
    'acme.example/x',
    'acme.example#x',
    'acme.example\\x',
    'acme.example:443',
    'acme%2eexample',
    'ac\tme.example',
    'acme\u00ad.example',
    'acme。example',
    'xn--iñvalid.example',
    '[::1]',
    '',
  ])('is none in ada@%s', (rest) => {
    expect(domainOf(`ada@${rest}`)).toBe('');
  });
});
