import * as z from 'zod';
import { action, call, itemsOf, pageQuery } from '../call.ts';
import { anyId, limitedText } from '../fields/bounds.ts';
import { forbiddenInLine, timeInputSchema } from '../fields/fields.ts';
import { auditRowSchema } from '../resources/resources.ts';

function filter(name: string, limit: number) {
  return limitedText(limit, `${name} has at most ${limit} characters.`, `${name} must be a text.`)
    .refine((text) => !forbiddenInLine.test(text), `${name} must not contain control characters.`)
    .optional();
}

const filters = z.object({
  account: anyId().optional(),
  action: filter('action', 200),
  resource: filter('resource', 512),
  actor: filter('actor', 512),
  from: timeInputSchema.optional(),
  to: timeInputSchema.optional(),
});

export const listAudit = call('listAudit', 'audit', 'GET /iam/v1/audit', {
  summary: 'The audit log of an account, the newest first',
  access: action('iam:ListAudit'),
  query: filters.extend({
    // A log is unbounded: a reply never has all of it.
    limit: pageQuery.shape.limit.unwrap().default(1000),
    cursor: pageQuery.shape.cursor,
    sort: z.enum(['seq', '-seq'], 'sort must be one of seq, -seq.').default('-seq'),
  }),
  output: itemsOf(auditRowSchema),
});

export const exportAudit = call('exportAudit', 'audit', 'GET /iam/v1/audit/export', {
  summary: 'The audit log of an account as NDJSON, the oldest row first',
  access: action('iam:ListAudit'),
  query: filters,
  answers: 'lines',
});
