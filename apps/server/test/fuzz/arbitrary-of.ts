import fc from 'fast-check';
import * as z from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Values of a field by its name, where the schema is less specific than the field's meaning. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'account-id': place('id', ['account']),
  owner: place('rn', ['user']),
  user: place('rn', ['user']),
  role: place('rn', ['role']),
  tag: place('rn', ['tag']),
  tags: place('rn', ['tag']),
  product: place('rn', ['product']),
  license: place('rn', ['license']),
  addon: place('rn', ['addon-license', 'addon']),
  add: place('rn', ['tag', 'role']),
  remove: place('rn', ['tag', 'role']),
  ids: place('id', ['user', 'license']),
  except: place('id', ['user', 'license']),
  resources: fc.oneof(fc.constant('*'), place('rn', ['license'])),
  effect: fc.constantFrom('Allow', 'Deny', 'Perhaps'),
  actions: fc.constantFrom('license:ConsumeLicense', 'license:*', '*:*', 'nonsense'),
  provider: fc.constantFrom('keyhold-iam', 'somebody-else'),
  'activation-key': place('text', ['activation-key']),
  count: fc.integer({ min: 1, max: 3 }),
  'search-also': fc.constantFrom('Inactive', 'Active,Pending', 'Available,Trial', 'Active,'),
  epoch: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0 })),
};

function place(form: 'rn' | 'id' | 'text', kinds: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...kinds), fc.nat(400)).map(([kind, index]) => `@${form}:${kind}:${index}`);
}

const line = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('Acme', 'acme ', 'Ada', 'Zoë', 'ß', 'name'),
);
const email = fc.oneof(
  fc.nat(30).map((index) => `fuzz${index}@fuzz.example`),
  fc.nat(100_000).map((index) => `fuzz${index}@fuzz.example`),
);
const time = fc.oneof(
  fc.constantFrom('2026-01-05', '2020-01-01T00:00:00Z', '2040-12-31T23:59:59.999+02:00'),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString()),
);

/** Values that a schema accepts, or nearly: rules that the schema cannot express are met by the field's name. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const definitions = (json['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return build(json, '', definitions);
}

function build(
  json: JsonSchema,
  name: string,
  definitions: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<unknown> {
  const go = (one: JsonSchema, key = name) => build(one, key, definitions);
  const reference = json['$ref'];
  if (typeof reference === 'string') return go(definitions[reference.split('/').at(-1) ?? ''] ?? {});
  if ('const' in json) return fc.constant(json['const']);
  if (Array.isArray(json['enum'])) return fc.constantFrom(...(json['enum'] as unknown[]));
  const choices = (json['anyOf'] ?? json['oneOf']) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((one) => go(one)));
  const all = json['allOf'] as JsonSchema[] | undefined;
  if (all?.[0]) return go(all[0]);
  switch (json['type']) {
    case 'object':
      return objectOf(json, go);
    case 'array':
      return fc.array(go((json['items'] ?? {}) as JsonSchema), {
        minLength: Number(json['minItems'] ?? 0),
        maxLength: 3,
      });
    case 'string':
      return textOf(json, name);
    case 'integer':
    case 'number':
      return (byName[name] ?? numberOf(json)) as fc.Arbitrary<unknown>;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(json: JsonSchema, go: (one: JsonSchema, key: string) => fc.Arbitrary<unknown>) {
  const properties = Object.entries((json['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = new Set((json['required'] ?? []) as string[]);
  const record = Object.fromEntries(properties.map(([key, one]) => [key, go(one, key)]));
  return fc.record(record, { requiredKeys: Object.keys(record).filter((key) => required.has(key)) });
}

function textOf(json: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const named = byName[name];
  if (named) return named;
  if (json['format'] === 'email') return email;
  if (json['format'] === 'date-time' || json['format'] === 'date') return time;
  if (json['format'] === 'password')
    return fc.constantFrom('correct horse battery', 'a fine new password', 'password1');
  if (json['format'] === 'rn') return place('rn', ['user', 'license', 'tag']);
  if (name === 'username') return email;
  if (name === 'id') return fc.stringMatching(/^[a-z0-9]{1,3}$/);
  const least = Number(json['minLength'] ?? 0);
  const most = Math.max(least, Math.min(Number(json['maxLength'] ?? 30), 30));
  return fc.oneof(line, fc.string({ unit: 'grapheme', minLength: least, maxLength: most }));
}

function numberOf(json: JsonSchema): fc.Arbitrary<number> {
  const least = Number(json['minimum'] ?? 0);
  const most = Math.max(least, Math.min(Number(json['maximum'] ?? 1000), 2 ** 31));
  return fc.oneof(fc.integer({ min: least, max: Math.min(most, least + 40) }), fc.constantFrom(least, most));
}
