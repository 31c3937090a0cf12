import fc from 'fast-check';

/** Texts that have broken servers before. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001',
  '\n',
  '\u202e',
  '\ud800',
  'x\udc00y',
  '💥👩‍👩‍👧',
  'İı',
  'x'.repeat(201),
  'x'.repeat(2001),
  'x'.repeat(70_000),
  '%',
  '_%\\',
  "'; drop table users; --",
  '$1',
  '{}',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e3',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '..',
  '%00',
  '%zz',
  'a:b:c:d:e',
  'keyhold:eu-1::user:',
  'keyhold:eu-1:x:user:y:z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30',
  '2026-01-05T25:00:00Z',
  'name',
  '-name',
];

const fromJson = (text: string) => JSON.parse(text) as unknown;

/** Values of every kind, most of them invalid everywhere. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { '': '' },
    fromJson('{"__proto__":{"admin":true}}'),
    { constructor: { prototype: 1 } },
    { toString: null, valueOf: 1, length: -1 },
    nested(60),
    Array.from({ length: 2000 }, () => 1),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? [] : { a: [nested(depth - 1)] };
}

/** Bodies that are not a valid JSON object of any call. */
export const oddBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  'NaN',
  '1e999',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(100_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '\ufeff{}',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a":1}', 'utf16le'),
  `{"name":"${'x'.repeat(1024 * 1024)}"}`,
];

/** Headers that no sensible client sends. */
export const oddHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('if-match', 'if-none-match'),
    fc.constantFrom(
      '',
      '*',
      '"x"',
      'W/"x"',
      '"',
      ',,,',
      '"a", "b"',
      '"list.x"',
      `"${'x'.repeat(3000)}"`,
      '\u00ff',
      '@etag',
    ),
  ),
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.constantFrom('', 'one', 'two', 'three', 'x'.repeat(200), 'x'.repeat(201), '\u00e9', '{}', ','),
  ),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      '',
      'application/json; charset=utf-16',
      'application/json;',
      'APPLICATION/JSON',
      'application/jsonp',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      ';;;',
      '\u00ff/\u00ff',
    ),
  ),
  fc.tuple(fc.constant('accept'), fc.constantFrom('', 'text/html', '*/*;q=0', 'image/png', ';;;', '\u00ff')),
  fc.tuple(
    fc.constant('accept-encoding'),
    fc.constantFrom('', 'gzip', 'br', 'deflate', 'zstd', 'identity;q=0', '*;q=0', 'gzip;q=x', ',,,'),
  ),
  fc.tuple(fc.constant('user-agent'), fc.constantFrom('', 'x'.repeat(5000), '\u00ff\u0080')),
  fc.tuple(
    fc.constantFrom(
      'origin',
      'referer',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-request-id',
      'range',
      'cookie',
      'te',
    ),
    fc.constantFrom('', 'null', 'https://evil.example', '::1, 127.0.0.1', 'bytes=0-1', 'x'.repeat(1000)),
  ),
);
