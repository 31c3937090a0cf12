import * as z from 'zod';
import { anyId, boundedText, limitedText } from './fields/bounds.ts';
import { forbiddenInLine, queryNumberSchema } from './fields/fields.ts';

/**
 * Who may make a call: anyone, any signed-in user, or a caller to whom a policy allows the action. For an action,
 * `oneself` also allows calls about one's own user; for a signed-in user, it allows only those.
 * A `signed-in` call is for users; `serviceAccounts` also allows tokens of service accounts.
 * `acrossAccounts` allows only callers who act across accounts.
 * A token of the command allows what its user may do. A token of another application allows only calls with
 * `applications: 'own'`, about its own user where `oneself` is set; `none` denies a call to both.
 * `leaseToken` also allows the bearer of the lease's own newest token, whose session may have ended.
 */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'signed-in';
      readonly oneself?: true;
      readonly leaseToken?: true;
      readonly serviceAccounts?: true;
      readonly applications?: 'own' | 'none';
    }
  | {
      readonly kind: 'action';
      readonly action: string;
      readonly oneself?: true;
      readonly policy?: true;
      readonly acrossAccounts?: true;
      readonly applications?: 'own';
    };

/**
 * Whether a call requires a proof of the caller's identity from the last ten minutes: `always`, or when it changes an
 * e-mail address. Without one it is refused with 403 `proof-needed`.
 */
export type ProofNeed = 'never' | 'always' | 'for-email';

/** The input of a call on the wire, in three places, and its output. */
export interface CallShape {
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly output: z.ZodObject;
}

/** One call of the API, defined once: for the server, the types of clients, the documents and the tests. */
export interface Call<Shape extends CallShape = CallShape> {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, its parameters in braces: `/iam/v1/users/{id}`. */
  readonly path: string;
  readonly access: Access;
  readonly proof: ProofNeed;
  readonly status: 200 | 201;
  readonly params: Shape['params'];
  readonly query: Shape['query'];
  readonly body: Shape['body'];
  /** The payload next to the fields of the envelope. */
  readonly output: Shape['output'];
  /** The reply: `json` in an envelope, `events` as server-sent events, `lines` as one JSON value per line (NDJSON). */
  readonly answers: 'json' | 'events' | 'lines';
}

interface CallOptions<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Output extends z.ZodObject,
> {
  readonly summary: string;
  readonly access: Access;
  readonly proof?: ProofNeed;
  readonly status?: 200 | 201;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly output?: Output;
  readonly answers?: Call['answers'];
}

type Nothing = z.ZodObject<Record<never, never>>;

/**
 * Defines a call.
 *
 * @param route method and path, as `'GET /iam/v1/users/{id}'`
 * @example
 * const getTag = call('getTag', 'iam', 'GET /iam/v1/tags/{id}', {
 *   summary: 'Read a tag',
 *   access: action('iam:GetTag'),
 *   params: idParams,
 *   output: itemOf(tagSchema),
 * })
 */
export function call<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends z.ZodObject = Nothing,
>(
  name: string,
  group: string,
  route: `${Call['method']} /${string}`,
  options: CallOptions<Params, Query, Body, Output>,
): Call<{ params: Params; query: Query; body: Body; output: Output }> {
  const [method, path] = route.split(' ') as [Call['method'], string];
  return {
    name,
    group,
    summary: options.summary,
    method,
    path,
    access: options.access,
    proof: options.proof ?? 'never',
    status: options.status ?? 200,
    params: options.params ?? (z.object({}) as Params),
    query: options.query ?? (z.object({}) as Query),
    body: options.body ?? (z.undefined() as z.ZodType as Body),
    output: options.output ?? (z.object({}) as Output),
    answers: options.answers ?? 'json',
  };
}

/**
 * The access of a call that needs a permission.
 *
 * @param name service and action
 * @example
 * call('listTags', 'iam', 'GET /iam/v1/tags', { summary: 'The tags', access: action('iam:ListTags') })
 */
export function action(name: string): Access {
  return { kind: 'action', action: name };
}

/**
 * As {@link action}, unless the call is about the caller's own user.
 *
 * @example
 * actionOrOneself('iam:GetUser')
 */
export function actionOrOneself(name: string): Access {
  return { kind: 'action', action: name, oneself: true };
}

/**
 * As {@link action}, unless the license's own policy allows the caller.
 *
 * @example
 * actionOrLicensePolicy('license:GetLicense')
 */
export function actionOrLicensePolicy(name: string): Access {
  return { kind: 'action', action: name, policy: true };
}

/** The id of the resource in a path, in any form: a malformed id is an unknown resource, not a malformed request. */
export const idParams = z.object({ id: anyId() });

/** Requests the resources that a reply refers to, in `resources`. */
export const resolveQuery = z.object({ resolve: z.literal('all', "resolve must be 'all'.").optional() });

/** The maximum length of a search, in characters. */
const searchLimit = 200;
const searchTooLong = `A search has at most ${searchLimit} characters.`;

/** A search text, in a query field of a name. */
export function searchNamed(field: string) {
  return boundedText(searchLimit, searchTooLong, `${field} must be a text.`)
    .normalize('NFC')
    .max(searchLimit, searchTooLong)
    .refine((text) => !forbiddenInLine.test(text), 'A search must not contain control characters.');
}

/** The search text of a list. */
export const searchSchema = searchNamed('search');

/**
 * The query field for words of the API, such as statuses, that match in addition to the search: a console in another
 * language shows them in its own words, which the server does not have.
 *
 * @param words the words that the list shows
 * @example
 * z.object(searchAlso(['Active', 'Inactive'])).parse({ 'search-also': 'Inactive' }) // { 'search-also': ['Inactive'] }
 */
export function searchAlso<const Word extends string>(words: readonly Word[]) {
  const message = `search-also must be some of ${words.join(', ')}, with commas between them.`;
  const schema = limitedText(200, message, message)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(words, message)))
    .optional()
    .meta({
      description: `Values to find in addition to the search: some of ${words.join(', ')}, separated by commas.`,
    });
  return { 'search-also': schema };
}

/** The pagination of a list. */
export const pageQuery = z.object({
  limit: queryNumberSchema(1, 1000, 'limit must be a whole number from 1 to 1000.').optional(),
  // Contains the texts that a list is sorted by: two names of 200 characters of four bytes each, in base64, and more.
  cursor: limitedText(4000, 'This cursor is not valid.').optional(),
  skip: queryNumberSchema(0, 10_000_000, 'skip must be a whole number from 0 to 10000000.')
    .optional()
    .meta({ description: 'Number of rows to skip, from the beginning or after the cursor.' }),
});

/**
 * The query of every list: a page (`limit`, `cursor`, `skip`), a search, an order.
 *
 * @param sorts the names a list can be ordered by; a leading '-' reverses the order
 * @example
 * listQuery(['name', 'created-on']).parse({ limit: '20', sort: '-name' }) // { limit: 20, sort: '-name' }
 */
export function listQuery<const Sort extends string>(sorts: readonly Sort[]) {
  const choices = sorts.flatMap((sort) => [sort, `-${sort}`]) as [Sort | `-${Sort}`, ...(Sort | `-${Sort}`)[]];
  return pageQuery.extend({
    search: searchSchema.optional(),
    sort: z.enum(choices, `sort must be one of ${choices.join(', ')}.`).optional(),
  });
}

/** The account that a call of provider staff is about. */
export const accountQuery = z.object({
  account: anyId('account is missing: say which account with ?account={accountId}.'),
});

/**
 * A reply with one item.
 *
 * @example
 * const options = { summary: 'A tag', access, params: idParams, output: itemOf(tagSchema) };
 * call('getTag', 'iam', 'GET /iam/v1/tags/{id}', options)
 */
export function itemOf<Item extends z.ZodType>(item: Item) {
  return z.object({ item });
}

/**
 * The resources that a reply refers to, by rn.
 *
 * @example
 * itemsOf(userSchema).extend({ resources: resourcesOf(z.union([roleSchema, tagSchema])) })
 */
export function resourcesOf<Item extends z.ZodType>(item: Item) {
  return z.record(z.string(), item);
}

/**
 * A reply with a list: all of it, or a page of it when a `limit` was given. `total` counts the matches of the search on
 * all pages; `next-cursor` is null on the last page.
 *
 * @example
 * itemsOf(tagSchema).parse({ items: [], total: 0, 'next-cursor': null })
 */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.number().int(), 'next-cursor': z.string().nullable() });
}

/** The path parameters that an operation gets, after validation. */
export type ParamsOf<One extends Call> = z.output<One['params']>;
/** The query that an operation gets, after validation: a `limit` is a number. */
export type QueryOf<One extends Call> = z.output<One['query']>;
/** The body that an operation gets, after validation: defaults are filled in, texts trimmed. */
export type BodyOf<One extends Call> = z.output<One['body']>;
/** The payload that an operation returns and a client receives, without the envelope. */
export type OutputOf<One extends Call> = z.output<One['output']>;
/** The body that a client passes; optional fields may be left out. */
export type BodyInputOf<One extends Call> = z.input<One['body']>;
/** The query that a client passes; optional parameters may be left out. */
export type QueryInputOf<One extends Call> = z.input<One['query']>;
