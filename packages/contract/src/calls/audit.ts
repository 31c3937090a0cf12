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
  account: anyId()
    .optional()
    .meta({ description: 'The id of an account, or `all` for provider staff; the own account if it is left out.' }),
  action: filter('action', 200),
  resource: filter('resource', 512),
  actor: filter('actor', 512),
  from: timeInputSchema.optional(),
  to: timeInputSchema.optional(),
});

export const listAudit = call('listAudit', 'audit', 'GET /iam/v1/audit', {
  summary: 'The audit log of an account, or of all, the newest first',
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
  summary: 'The audit log of an account, or of all, as NDJSON or CSV, the oldest row first',
  access: action('iam:ListAudit'),
  query: filters.extend({
    format: z.enum(['ndjson', 'csv'], 'format must be ndjson or csv.').default('ndjson'),
    separator: z
      .enum([',', ';'], 'separator must be , or ;.')
      .default(',')
      .meta({ description: 'Between the cells of a CSV file: `;` where the comma is the decimal sign.' }),
  }),
  answers: 'lines',
});
