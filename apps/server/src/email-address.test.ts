import { describe, expect, it } from 'vitest';
import { domainOf, emailForms, formsOfDomain, storedEmail } from './email-address.ts';

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

describe('an e-mail address', () => {
  it.each([
    ['Ada@Acme.example', 'Ada@Acme.example'],
    ['rene\u0301@acme.example', 'ren\u00e9@acme.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@münchen.example'],
    ['ada@MÜNCHEN.Example', 'ada@münchen.example'],
    ['ada@mu\u0308nchen.example', 'ada@münchen.example'],
    ['ada@\uff41cme.example', 'ada@acme.example'],
    ['ada@xn--iñvalid.example', 'ada@xn--iñvalid.example'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(storedEmail(typed)).toBe(stored);
    expect(storedEmail(stored)).toBe(stored);
    expect(emailForms(typed)).toEqual([...new Set([stored, typed])]);
  });

  it('is of a domain in ASCII or in its own script', () => {
    expect(formsOfDomain('xn--mnchen-3ya.example')).toEqual(['xn--mnchen-3ya.example', 'münchen.example']);
    expect(formsOfDomain('acme.example')).toEqual(['acme.example']);
  });
});
