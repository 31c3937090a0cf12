import * as z from 'zod';
import { action, call } from '../../call.ts';
import { anyId, filledList } from '../../fields/bounds.ts';
import { wholeNumberSchema } from '../../fields/fields.ts';
import { importItemSchema, importLimit, importRowSchema, importTotalsSchema } from '../../resources/user-import.ts';

const yesOrNo = (field: string) => z.boolean({ error: `${field} must be true or false.` }).default(false);

export const importUsers = call('importUsers', 'bulk', 'POST /iam/v1/users/import', {
  summary: 'Create and change users by rows of a spreadsheet, or check what that would do',
  access: action('iam:CreateUser'),
  body: z.strictObject({
    'account-id': anyId('account-id is missing: say which account the users belong to.'),
    mode: z
      .enum(['check', 'apply'], 'mode must be check or apply.')
      .meta({ description: '`check` changes nothing, and replies what `apply` would do.' }),
    update: yesOrNo('update').meta({ description: 'Whether users who exist already are changed, not refused.' }),
    invite: yesOrNo('invite').meta({
      description: 'Whether users who are created get a mail with an activation link.',
    }),
    'valid-days': wholeNumberSchema(1, 365, 'valid-days must be a whole number from 1 to 365.')
      .default(90)
      .meta({ description: 'Days for which these links are valid.' }),
    'create-tags': yesOrNo('create-tags').meta({
      description: 'Whether unknown tags are created, not refused. Needs iam:CreateTag.',
    }),
    rows: filledList(
      importRowSchema,
      importLimit,
      'rows must have at least one row.',
      `rows may have at most ${importLimit} rows.`,
      'rows must be a list of rows.',
    ),
  }),
  output: z.object({ items: z.array(importItemSchema), totals: importTotalsSchema }),
});
