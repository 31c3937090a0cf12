import * as z from 'zod';
import { problemSchema } from '../envelope.ts';
import { boundedList, limitedText, rnLimit } from '../fields/bounds.ts';
import {
  descriptionSchema,
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  nameSchema,
  optionalLineSchema,
} from '../fields/fields.ts';

/** The maximum number of rows of one import. */
export const importLimit = 1000;
/** The maximum number of roles, of tags, and of licenses of one row. */
const listLimit = 100;

/** A cell that was read, or the sentences that say what is wrong with it. */
export type Cell<Value> = { readonly value: Value } | { readonly problems: readonly string[] };

const inners = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema by which a cell is read, which the cell's own does not show; undefined for any other schema. */
export function innerOfCell(cell: z.core.$ZodType): z.core.$ZodType | undefined {
  return inners.get(cell);
}

/**
 * A cell of a row. A wrong one refuses its row, not the call: it is read into its problems.
 *
 * @param described the cell in the API's document
 */
function cell<Schema extends z.ZodType>(schema: Schema, described: Readonly<Record<string, unknown>>) {
  const read = z.unknown().transform((given): Cell<z.output<Schema>> => {
    const result = schema.safeParse(given);
    if (result.success) return { value: result.data };
    return { problems: [...new Set(result.error.issues.map(({ message }) => message))] };
  });
  inners.set(read, schema);
  return read.optional().meta({ ...described }) as unknown as z.ZodOptional<
    z.ZodType<Cell<z.output<Schema>>, z.input<Schema>>
  >;
}

const text = { type: 'string' } as const;
const names = { type: 'array', items: { type: 'string' } } as const;

function named(what: 'roles' | 'tags') {
  const schema = boundedList(
    nameSchema,
    listLimit,
    `A row has at most ${listLimit} ${what}.`,
    `${what} must be a list of names.`,
  );
  return cell(schema, { ...names, description: `All ${what} of the user, by name; a row without them leaves them.` });
}

/** A row of people to import. A cell that it does not have stays as it is; an empty one empties. */
export const importRowSchema = z.strictObject(
  {
    email: cell(emailSchema, { ...text, format: 'email' }),
    'first-name': cell(firstNameSchema, text),
    'last-name': cell(lastNameSchema, text),
    title: cell(optionalLineSchema('The title'), text),
    description: cell(descriptionSchema, text),
    roles: named('roles'),
    tags: named('tags'),
    status: cell(z.enum(['Active', 'Inactive', 'Pending'], 'status must be Active or Inactive.'), {
      ...text,
      description: 'Active or Inactive. Pending is ignored, and so is Active for a user who is Pending.',
    }),
    licenses: cell(
      boundedList(
        limitedText(rnLimit, 'licenses must be a list of products.', 'licenses must be a list of products.'),
        listLimit,
        `A row has at most ${listLimit} licenses.`,
        'licenses must be a list of products.',
      ),
      { ...names, description: 'Products, by id or rn, of which the user gets a license if they have none.' },
    ),
  },
  {
    error: (issue) => (issue.code === 'invalid_type' ? 'A row must be an object with the cells of a user.' : undefined),
  },
);
/** A row as a client sends it. */
export type ImportRow = z.input<typeof importRowSchema>;
/** A row as it was read. */
export type ReadRow = z.output<typeof importRowSchema>;

/** What an import does with a row. */
export const importOutcomes = ['create', 'update', 'unchanged', 'refuse'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What became of a row, or would. */
export const importItemSchema = z.object({
  row: z.number().int().meta({ description: 'The number of the row in the request, from 0.' }),
  outcome: z.enum(importOutcomes),
  user: z.string().optional().meta({ format: 'rn', description: 'Absent for a user who does not exist yet.' }),
  changes: z.array(z.string()).meta({ description: 'The fields that change.' }),
  problems: z.array(problemSchema).meta({ description: 'Why the row is refused; `path` is the cell.' }),
});
export type ImportItem = z.infer<typeof importItemSchema>;

/** How many rows have each outcome. */
export const importTotalsSchema = z.object({
  create: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  refuse: z.number().int(),
});
