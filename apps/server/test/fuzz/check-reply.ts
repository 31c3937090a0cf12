import { isDeepStrictEqual } from 'node:util';
import { type Call, failureEnvelopeSchema, successEnvelopeSchema } from '@keyhold/contract';
import * as z from 'zod';

/** A reply as received. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Words of the server's internals. */
const insideWords =
  /\b(select|insert|update|delete) .*\b(from|into|set)\b|kysely|postgres|\bzod\b|node_modules|\.ts:\d|TypeError|ReferenceError|undefined|\[object|duplicate key|relation "|column "|violates|syntax for type/i;

/** Temporary refusals, which must have a `Retry-After`. */
const temporary: ReadonlySet<number> = new Set([429, 503]);

/** The fault of a reply, regardless of the request; null if there is none. */
export function faultOf(call: Call, reply: RawReply): string | null {
  const { status, headers, text } = reply;
  if (status >= 500 && !isWait(reply)) return `it answered ${status}`;
  if (temporary.has(status) && !/^\d+$/.test(String(headers['retry-after'])))
    return 'it does not say when to come back';
  if (status === 304) return text === '' ? null : 'a 304 has no body';
  if (status === 200 && call.answers !== 'json') return null;
  const type = String(headers['content-type']);
  if (!type.startsWith('application/json')) return `it is of type ${type}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'its body is not JSON';
  }
  const envelope = body as Readonly<Record<string, unknown>>;
  if (envelope['status-code'] !== status)
    return `its body says ${String(envelope['status-code'])}, its status ${status}`;
  if (envelope['reply-to'] !== headers['x-request-id']) return 'its body and its head bear different request ids';
  return envelope['success'] === true ? faultOfSuccess(call, reply, body) : faultOfFailure(reply, body);
}

function isWait({ status, text }: RawReply): boolean {
  return status === 503 && /"code":"(busy|overloaded)"/.test(text);
}

function faultOfSuccess(call: Call, { status, headers }: RawReply, body: unknown): string | null {
  const consumed = call.name === 'consumeLicense' && status === 200;
  if (status !== call.status && !consumed) return `a success of it is ${call.status}, not ${status}`;
  const schema = z.strictObject({ ...successEnvelopeSchema.shape, ...call.output.shape });
  const parsed = schema.safeParse(body);
  if (!parsed.success) return `its payload does not fit the contract: ${parsed.error.message}`;
  // Parsing drops undeclared fields, so the result must equal the body.
  if (!isDeepStrictEqual(parsed.data, body)) return 'its payload has fields that the contract does not know';
  const tagged = 'item' in call.output.shape || (call.method !== 'POST' && 'items' in call.output.shape);
  if (tagged && !/^"[^"]+"$/.test(String(headers['etag']))) return 'it has no entity tag';
  return null;
}

function faultOfFailure({ status }: RawReply, body: unknown): string | null {
  const parsed = failureEnvelopeSchema.safeParse(body);
  if (!parsed.success) return `its envelope is not one of a failure: ${parsed.error.message}`;
  const { errors, problems } = parsed.data;
  if (status < 400) return `a failure cannot be ${status}`;
  if (
    !isDeepStrictEqual(
      problems.map((problem) => problem.message),
      errors,
    )
  )
    return 'its problems are not its errors';
  const inside = errors.find((error) => error.trim() === '' || insideWords.test(withoutQuotes(error)));
  return inside === undefined ? null : `it shows internals: ${inside}`;
}

/** Removes quoted input of the caller. */
function withoutQuotes(text: string): string {
  return text.replace(/'.*'/s, '');
}
