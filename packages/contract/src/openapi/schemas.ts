import * as z from 'zod';
import type { JsonSchema } from './document.ts';

/** The schemas of a document, in which each named schema appears once. */
export interface SchemaSet {
  /** The schema of a request: fields with a default may be left out. */
  input(schema: z.ZodType): JsonSchema;
  /** The schema of a reply. */
  output(schema: z.ZodType): JsonSchema;
  /** The named schemas that other schemas refer to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

type Side = 'input' | 'output';
interface Described {
  readonly side: Side;
  readonly schema: JsonSchema;
}

const place = '#/components/schemas/';
const definitions = '#/$defs/';

/**
 * Describes schemas together. A schema whose form in requests differs from its form in replies appears twice, the form
 * in requests with `Input` at the end of its name.
 *
 * @param inputs every schema of a request
 * @param outputs every schema of a reply
 */
export function describeSchemas(inputs: readonly z.ZodType[], outputs: readonly z.ZodType[]): SchemaSet {
  const named: Record<Side, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };
  const described = new Map<z.ZodType, Partial<Record<Side, JsonSchema>>>();

  const describe = (schema: z.ZodType, side: Side) => {
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io: side, override: tidy });
    for (const [name, definition] of Object.entries($defs)) named[side].set(name, withoutId(definition));
    described.set(schema, { ...described.get(schema), [side]: withoutId(json) });
  };
  for (const schema of inputs) describe(schema, 'input');
  for (const schema of outputs) describe(schema, 'output');

  const twofold = namesOfTwoForms(named.input, named.output);
  const finish = ({ side, schema }: Described): JsonSchema =>
    mapReferences(schema, (name) => (side === 'input' && twofold.has(name) ? `${name}Input` : name));
  const find = (schema: z.ZodType, side: Side): JsonSchema => {
    const found = described.get(schema)?.[side];
    if (!found) throw new Error(`This schema was not described as ${side}.`);
    return finish({ side, schema: found });
  };

  const components: Record<string, JsonSchema> = {};
  for (const [name, schema] of named.input) {
    components[twofold.has(name) ? `${name}Input` : name] = finish({ side: 'input', schema });
  }
  for (const [name, schema] of named.output) components[name] = finish({ side: 'output', schema });
  return {
    input: (schema) => find(schema, 'input'),
    output: (schema) => find(schema, 'output'),
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Removes parts that are useless to a reader, and parts that would forbid the server to add fields to its replies. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern;
  if (def.type === 'record') delete jsonSchema.propertyNames;
}

/** Removes the `id`: a definition or the whole body of a call does not need one. */
function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The names whose schema for requests differs from the one for replies, directly or through a reference. */
function namesOfTwoForms(
  inputs: ReadonlyMap<string, JsonSchema>,
  outputs: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const both = [...inputs.keys()].filter((name) => outputs.has(name));
  const found = new Set(both.filter((name) => JSON.stringify(inputs.get(name)) !== JSON.stringify(outputs.get(name))));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const name of both) if (referencesOf(inputs.get(name)).some((other) => found.has(other))) found.add(name);
  }
  return found;
}

function referencesOf(schema: JsonSchema | undefined): string[] {
  const names: string[] = [];
  mapReferences(schema ?? {}, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

function mapReferences(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(definitions)
      ? `${place}${rename(value.slice(definitions.length))}`
      : value,
  );
  return JSON.parse(text) as JsonSchema;
}
