import { type Call, callList } from '@keyhold/contract';
import fc from 'fast-check';
import * as z from 'zod';
import { arbitraryOf } from './arbitrary-of.ts';
import { oddBodies, oddHeader, oddTexts, oddValue } from './odd-values.ts';

/** The senders of requests, with their permissions in the test app. */
const senders = [
  'root',
  'system',
  'accountAdmin',
  'providerAdmin',
  'acmeAdmin',
  'acmeUser',
  'birchAdmin',
  'birchUser',
  'nobody',
  'garbage',
] as const;
export type Sender = (typeof senders)[number];

/** A request before its placeholders are filled. */
export interface FuzzRequest {
  readonly call: Call;
  readonly sender: Sender;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** A value to send as JSON, or a raw body. */
  readonly body: { readonly json: unknown } | { readonly raw: string | Buffer } | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Use fresh resources, with at most one odd part; null to send the request as it is. */
  readonly fresh: { readonly odd: { readonly at: number; readonly value: unknown } | null } | null;
}

function requestsOf(call: Call): fc.Arbitrary<FuzzRequest> {
  const json = call.method === 'GET' ? fc.constant(null) : bodyOf(call);
  return fc.record({
    call: fc.constant(call),
    sender: fc.oneof(
      { weight: 3, arbitrary: fc.constant('root' as Sender) },
      { weight: 7, arbitrary: fc.constantFrom(...senders) },
    ),
    params: paramsOf(call),
    query: queryOf(call),
    body: json,
    fresh: fc.option(fc.record({ odd: fc.option(fc.record({ at: fc.nat(), value: oddValue }), { freq: 2 }) }), {
      freq: 2,
    }),
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.array(oddHeader, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)) },
    ),
  });
}

function bodyOf(call: Call): fc.Arbitrary<FuzzRequest['body']> {
  const valid = arbitraryOf(call.body);
  const isNothing = call.body.safeParse(undefined).success;
  return fc.oneof(
    { weight: 8, arbitrary: isNothing ? fc.constantFrom(null, { json: {} }) : valid.map((json) => ({ json })) },
    {
      weight: 5,
      arbitrary: fc.tuple(valid, fc.nat(), oddValue).map(([json, at, value]) => ({ json: replaced(json, at, value) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, fc.constantFrom(...oddTexts), oddValue)
        .map(([json, key, value]) => ({ json: extended(json, key, value) })),
    },
    { weight: 1, arbitrary: oddValue.map((json) => ({ json })) },
    { weight: 1, arbitrary: fc.constantFrom(...oddBodies).map((raw) => ({ raw })) },
  );
}

/** A copy with one of its parts replaced by an odd value, or removed. */
export function replaced(json: unknown, at: number, value: unknown): unknown {
  const places: (readonly (string | number)[])[] = [];
  const walk = (one: unknown, path: readonly (string | number)[]) => {
    if (path.length > 0) places.push(path);
    if (one === null || typeof one !== 'object') return;
    for (const key of Array.isArray(one) ? one.keys() : Object.keys(one)) {
      walk((one as Record<string | number, unknown>)[key], [...path, key]);
    }
  };
  walk(json, []);
  const path = places[at % Math.max(1, places.length)];
  if (!path) return value;
  const copy = structuredClone(json) as Record<string | number, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (at % 7 === 0) delete holder[last];
  else holder[last] = value;
  return copy;
}

function extended(json: unknown, key: string, value: unknown): unknown {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  return Object.fromEntries([...Object.entries(json), [key, value]]);
}

const kindsOfParams: Readonly<Record<string, string>> = {
  roleId: 'role',
  tagId: 'tag',
  addonId: 'addon-license',
  sid: 'uuid',
};
const kindsOfPaths: readonly (readonly [string, string])[] = [
  ['/accounts/', 'account'],
  ['/users/', 'user'],
  ['/tags/', 'tag'],
  ['/licenses/', 'license'],
  ['/leases/', 'uuid'],
  ['/products/', 'product'],
];

function paramsOf(call: Call): fc.Arbitrary<Record<string, string>> {
  const names = Object.keys(call.params.shape);
  const one = (name: string) => {
    const kind = kindsOfParams[name] ?? kindsOfPaths.find(([part]) => call.path.includes(part))?.[1] ?? 'user';
    return fc.oneof(
      { weight: 8, arbitrary: fc.nat(400).map((index) => `@id:${kind}:${index}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...oddTexts.filter((text) => !/^\.*$/.test(text) && text.length < 5000)),
      },
    );
  };
  return fc.record(Object.fromEntries(names.map((name) => [name, one(name)])));
}

const cursor = fc.oneof(
  fc.nat(400).map((index) => `@text:cursor:${index}`),
  fc
    .tuple(
      fc.constantFrom('name', '-name', 'created-on', '-seq', 'key'),
      fc.array(fc.constantFrom<unknown>(...oddTexts, 1, null), { maxLength: 5 }),
    )
    .map((parts) => Buffer.from(JSON.stringify(parts.flat())).toString('base64url')),
  fc.string({ maxLength: 20 }),
);

/** Values of a query parameter; all are strings. */
const queryValues: Readonly<Record<string, fc.Arbitrary<string>>> = {
  limit: fc.constantFrom('1', '2', '5', '1000', '0', '1001', '-1', '1.5', 'x', '', ' 7 ', '1e2'),
  cursor,
  search: fc.oneof(
    fc.constantFrom(...oddTexts.filter((text) => text.length < 5000)),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  ),
  'search-also': fc.constantFrom('Inactive', 'Active,Pending', 'Available,Trial', 'Trial,Trial', 'Active,'),
  account: fc.nat(400).map((index) => `@id:account:${index}`),
  role: fc.nat(400).map((index) => `@rn:role:${index}`),
  tag: fc.nat(400).map((index) => `@rn:tag:${index}`),
  user: fc.nat(400).map((index) => `@rn:user:${index}`),
  license: fc.nat(400).map((index) => `@rn:license:${index}`),
  product: fc.nat(400).map((index) => `@rn:product:${index}`),
  resource: fc.nat(400).map((index) => `@rn:license:${index}`),
  actor: fc.nat(400).map((index) => `@rn:user:${index}`),
  action: fc.constantFrom('iam:CreateTag', 'auth:Login', 'nonsense'),
  from: fc.constantFrom('2026-01-05', '2026-01-05T10:00:00Z', '9999-12-31'),
  to: fc.constantFrom('2040-01-05', '0001-01-01', '2026-01-05T10:00:00+02:00'),
  epoch: fc.constantFrom('0', '1', '2', '9007199254740991'),
  timeout: fc.constant('1'),
};

function queryOf(call: Call): fc.Arbitrary<(readonly [string, string])[]> {
  const known = Object.entries(call.query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const choices = arbitraryChoices(schema);
    const value = queryValues[name] ?? choices ?? fc.constantFrom('all', 'true', 'x');
    const sane: fc.Arbitrary<string> = choices ?? value;
    const odd = fc.constantFrom(...oddTexts.filter((text) => text.length < 5000 && !/^\d+$/.test(text)));
    const needed = name === 'account' || name === 'epoch';
    return fc.oneof(
      { weight: needed ? 30 : 6, arbitrary: sane.map((text) => [[name, text] as const]) },
      { weight: needed ? 3 : 12, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: odd.map((text) => [[name, text] as const]) },
      { weight: 1, arbitrary: fc.tuple(sane, odd).map(([one, two]) => [[name, one] as const, [name, two] as const]) },
    );
  });
  const unknown = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...oddTexts.filter((text) => text.length < 5000))
        .map((text) => [[text, text] as const]),
    },
  );
  return fc.tuple(...known, unknown).map((parts) => parts.flat());
}

/** The choices of a query parameter with an enum. */
function arbitraryChoices(schema: z.ZodType): fc.Arbitrary<string> | null {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const words = /"(?:enum|const)":(\[[^\]]*\]|"[^"]*")/.exec(text)?.[1];
  return words ? fc.constantFrom(...([JSON.parse(words)].flat() as string[])) : null;
}

/** Requests of every call, most of them nearly valid. */
export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...callList.map(requestsOf));
