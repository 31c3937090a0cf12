import * as z from 'zod';

/** The calls that set a field: the one that creates the resource, and the one that changes it. */
export type Setting = 'create' | 'update';

/** A field of a resource in replies. Unless it is a {@link WrittenField}, only a separate call may set it. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly example: z.output<Schema>;
}

/** A field of any kind that the body of a request sets: a number, a date, a choice, a reference. */
export interface WrittenField<
  Schema extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Set extends Setting = Setting,
> extends Field<Schema> {
  /** The field in a request: its bounds, and the messages of a wrong value. */
  readonly input: Input;
  readonly set: readonly Set[];
}

/** A text that users write, stored in the column of the same name. */
export interface TextField<Input extends z.ZodType = z.ZodType, Set extends Setting = Setting>
  extends WrittenField<z.ZodString, Input, Set> {
  /** Whether it may have several lines. */
  readonly multiline: boolean;
  /** Whether the search of its list finds it. */
  readonly searched: boolean;
  /** Whether its list can be sorted by its name; a long text, which no index entry can hold, by its beginning. */
  readonly sorted: boolean | 'by beginning';
  /**
   * When its list has a column for it by default: `always`, only when every column has room (`wide`), or only in
   * exported files (`exported`). Null when a screen arranges it by itself, or does not show it.
   */
  readonly listed: 'always' | 'wide' | 'exported' | null;
}

type Fields = Readonly<Record<string, Field>>;
type TextNames<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends TextField ? Name : never;
}[keyof Of] &
  string;
type Inputs<Of extends Fields, Set extends Setting> = {
  readonly [Name in keyof Of as Of[Name] extends WrittenField<z.ZodType, z.ZodType, infer SetBy>
    ? Set extends SetBy
      ? Name
      : never
    : never]: Of[Name] extends WrittenField<z.ZodType, infer Input> ? Input : never;
};

/** The common shape of all resources. */
export interface AnyResource {
  readonly fields: Fields;
  readonly schema: z.ZodObject;
  readonly example: object;
  readonly texts: readonly string[];
  readonly create: Readonly<Record<string, z.ZodType>>;
  readonly update: Readonly<Record<string, z.ZodType>>;
}

/** A resource of the product, described once. */
export interface ResourceOf<Of extends Fields> extends AnyResource {
  readonly fields: Of;
  /** The resource in replies. */
  readonly schema: z.ZodObject<{ -readonly [Name in keyof Of]: Of[Name]['schema'] }>;
  readonly example: { -readonly [Name in keyof Of]: Of[Name]['example'] };
  /** The names of its texts, in the order of the description. */
  readonly texts: readonly TextNames<Of>[];
  /** The fields in the body of the call that creates it. */
  readonly create: Inputs<Of, 'create'>;
  /** The fields in the body of the call that changes it. */
  readonly update: Inputs<Of, 'update'>;
}

/** The name of a text of a resource: `TextOf<typeof resources.tag>` is `'name' | 'description'`. */
export type TextOf<One extends AnyResource> = One['texts'][number];

/**
 * Describes a resource once for its replies, requests, columns, searches, lists, forms and examples.
 *
 * @param name the schema's name in the API's document
 * @example
 * const tag = resource('Tag', {
 *   rn: shown(z.string(), 'keyhold:…'),
 *   name: text(nameSchema, { example: 'Prepress', searched: true }),
 * })
 */
export function resource<const Of extends Fields>(name: string, fields: Of): ResourceOf<Of> {
  const entries = Object.entries(fields);
  const written = entries.filter((entry): entry is [string, WrittenField] => 'input' in entry[1]);
  const inputs = (set: Setting) =>
    Object.fromEntries(written.filter(([, field]) => field.set.includes(set)).map(([key, { input }]) => [key, input]));
  return {
    fields,
    schema: z.object(Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]))).meta({ id: name }),
    example: Object.fromEntries(entries.map(([key, { example }]) => [key, example])),
    texts: written.filter(([, field]) => 'multiline' in field).map(([key]) => key),
    create: inputs('create'),
    update: inputs('update'),
    // The compiler does not track names through `Object.entries`.
  } as unknown as ResourceOf<Of>;
}

/**
 * A field in replies that the bodies of its resource's calls do not set.
 *
 * @example
 * shown(z.enum(['Active', 'Inactive']), 'Active')
 */
export function shown<Schema extends z.ZodType>(schema: Schema, example: z.output<Schema>): Field<Schema> {
  return { schema, example };
}

interface WrittenOptions<Value, Set extends Setting> {
  readonly example: Value;
  readonly set?: readonly Set[];
}

/**
 * A field that is not a text: by default, set when the resource is created and when it is changed.
 *
 * @param schema the field in replies
 * @param input the field in requests
 * @example
 * written(z.boolean(), z.boolean('enabled must be true or false.').default(true), { example: true, set: ['update'] })
 */
export function written<Schema extends z.ZodType, Input extends z.ZodType, const Set extends Setting = Setting>(
  schema: Schema,
  input: Input,
  { example, set = ['create', 'update'] as unknown as readonly Set[] }: WrittenOptions<z.output<Schema>, Set>,
): WrittenField<Schema, Input, Set> {
  return { schema, input, example, set };
}

/** The options of a text besides its input. */
export type TextOptions<Set extends Setting> = WrittenOptions<string, Set> &
  Partial<Pick<TextField, 'multiline' | 'searched' | 'sorted' | 'listed'>>;

/**
 * A text that users write: by default, set when the resource is created and when it is changed, of one line, neither
 * searched nor sorted nor listed.
 *
 * @example
 * text(lineSchema('The reference', 60), { example: 'PO-2026-1187', searched: true, sorted: true, listed: 'wide' })
 */
export function text<Input extends z.ZodType, const Set extends Setting = Setting>(
  input: Input,
  options: TextOptions<Set>,
): TextField<Input, Set> {
  const usual = { multiline: false, searched: false, sorted: false, listed: null };
  return { ...usual, ...options, ...written(z.string(), input, options) };
}

/**
 * The texts of a resource that an object has: a row, a body, or a resource itself.
 *
 * @example
 * textsIn(resources.tag, { 'account-id': '…', name: 'Prepress', description: '' })
 * // { name: 'Prepress', description: '' }
 */
export function textsIn<One extends AnyResource, Carrier extends Partial<Readonly<Record<TextOf<One>, unknown>>>>(
  { texts }: One,
  carrier: Carrier,
): Pick<Carrier, TextOf<One> & keyof Carrier> {
  const carried: Record<string, unknown> = {};
  for (const name of texts) if (name in carrier) carried[name] = carrier[name as keyof Carrier];
  return carried as Pick<Carrier, TextOf<One> & keyof Carrier>;
}

/**
 * The names of the texts that a call sets.
 *
 * @example
 * textsSetBy(resources.webhook, 'update') // ['url', 'description']
 */
export function textsSetBy<One extends AnyResource>(one: One, set: Setting): readonly TextOf<One>[] {
  return one.texts.filter((name) => name in one[set]);
}

/**
 * The names of the texts that have a property in the resource's description.
 *
 * @example
 * textsWith(resources.license, 'searched') // ['description']
 */
export function textsWith<One extends AnyResource>(
  one: One,
  property: 'searched' | 'sorted' | 'listed',
): readonly TextOf<One>[] {
  return one.texts.filter((name) => (one.fields[name] as unknown as TextField)[property]);
}
