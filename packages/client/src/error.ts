import { failureEnvelopeSchema, type Problem } from '@keyhold/contract';

/** The schemas of a failure reply. Each part is parsed separately, because a proxy may send only some of them. */
const { errors: errorsSchema, problems: problemsSchema, 'reply-to': requestIdSchema } = failureEnvelopeSchema.shape;

/** A reply that was not a success. `message` is the first sentence of the reply, or the HTTP status text. */
export class ApiError extends Error {
  readonly status: number;
  /** Every sentence of the reply. */
  readonly errors: readonly string[];
  /** For programs: codes, and the fields of the request that they concern. */
  readonly problems: readonly Problem[];
  /** The id under which the server logged the request; empty when no server answered in the envelope. */
  readonly requestId: string;
  /** Seconds to wait before retrying, from the `Retry-After` header; null without one. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: unknown) {
    const reply: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
    const errors = errorsSchema.safeParse(reply['errors']).data ?? [];
    super(errors[0] || response.statusText || `The server answered ${response.status}.`);
    this.name = 'ApiError';
    this.status = response.status;
    this.errors = errors;
    this.problems = problemsSchema.safeParse(reply['problems']).data ?? [];
    this.requestId = requestIdSchema.safeParse(reply['reply-to']).data ?? '';
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(retryAfter) ? retryAfter : null;
  }
}
