import type { BodyOf, Call, calls, ParamsOf, QueryOf } from '@keyhold/contract';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Problem, ProblemError } from '../problem.ts';
import { isNestedTooDeep, nestedTooDeep } from './nesting.ts';

/** Every call of the contract, by name. */
export type Calls = typeof calls;
export type CallName = keyof Calls;

/** A call's input, validated by the contract, and the entity tag that a change is based on. */
export interface Input<Name extends CallName> {
  readonly params: ParamsOf<Calls[Name]>;
  readonly query: QueryOf<Calls[Name]>;
  readonly body: BodyOf<Calls[Name]>;
  readonly ifMatch: string | undefined;
}

/** The largest bodies, in bytes: of calls that need a sign-in, and of all others. */
export const bodyLimits = { signedIn: 1024 * 1024, anonymous: 64 * 1024 } as const;

/**
 * Accepts JSON bodies only.
 *
 * @param types the accepted media types
 */
export function acceptJsonOnly(app: FastifyInstance, types: string[] = ['application/json']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, text, done) => {
    // A DELETE or a POST without input may have the header but no body.
    if (text === '') return done(null, undefined);
    if (isNestedTooDeep(text as string)) {
      return done(new ProblemError(400, [{ code: 'invalid-json', message: nestedTooDeep }]));
    }
    try {
      done(null, JSON.parse(text as string));
    } catch {
      done(Object.assign(new Error('invalid JSON'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }));
    }
  });
}

/**
 * Requires a request to declare JSON, also one without a body: a page of another site cannot send such a request without
 * a preflight request (CORS), and so spends nobody's attempts.
 *
 * @throws {Error} the framework's 415
 */
export function requireJson({ headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? '');
}

/** The maximum number of problems in a reply, which would otherwise be far larger than the request. */
const problemLimit = 100;

/**
 * Reads a request's input and validates it by the contract.
 *
 * @throws {ProblemError} 400 with all problems of the input, or the first {@link problemLimit} of them
 */
export function readInput(call: Call, request: FastifyRequest) {
  const problems: Problem[] = [];
  const read = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    problems.push(...result.error.issues.slice(0, problemLimit).flatMap(problemsOf));
    return undefined;
  };
  const input = {
    params: read(call.params, request.params),
    query: read(call.query, request.query),
    body: read(call.body instanceof z.ZodUndefined ? noFields : call.body, request.body),
    ifMatch: request.headers['if-match'],
  };
  const [first, ...others] = problems.slice(0, problemLimit);
  if (first) throw new ProblemError(400, [first, ...others]);
  return input;
}

/** A call without input accepts an empty object, and reports unknown fields. */
const noFields = z
  .strictObject({})
  .optional()
  .transform(() => undefined);

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, problemLimit).map((key) => {
      const name = key.slice(0, 100);
      return {
        code: 'unknown-field',
        path: [...issue.path, name].join('.'),
        message: `This call knows no field '${name}'.`,
      };
    });
  }
  if (path === '' && issue.code === 'invalid_type') {
    return [{ code: 'invalid', message: 'The request body must be a JSON object with the fields of this call.' }];
  }
  const message = libraryMessages.test(issue.message)
    ? `The field '${path}' is missing or not of the right form.`
    : issue.message;
  return [{ code: 'invalid', path, message }];
}

/** The schema library's own messages, where the contract has none: correct, but not meant for users. */
const libraryMessages = /^(Invalid (input|option|string|key|element|union)|Too (big|small)|Unrecognized)/;
