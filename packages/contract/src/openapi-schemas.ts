import * as z from 'zod';
import type { JsonSchema } from './openapi-document.ts';

/** Schemas for a document in which each named one stands once. */
export interface SchemaSet {
  /** What a caller sends: fields with a default may be left out. */
  input(schema: z.ZodType): JsonSchema;
  /** The server's reply. */
  output(schema: z.ZodType): JsonSchema;
  /** The named schemas that the others refer to, by name. */
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
 * Describes schemas together. One that is sent in another form than it is answered stands twice, the form of requests
 * with `Input` at the end of its name.
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

/** Leaves out what is of no use to a reader, and what would forbid the server to add a field to its replies one day. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern;
  if (def.type === 'record') delete jsonSchema.propertyNames;
}

/** A schema that is a definition or a call's whole body needs no `id` beside its name. */
function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The names whose schema for requests differs from the one for replies, by itself or by what it refers to. */
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
