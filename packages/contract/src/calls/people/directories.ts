import * as z from 'zod';
import { accountQuery, action, call } from '../../call.ts';
import { directorySchema } from '../../resources/directory.ts';

export const listDirectories = call('listDirectories', 'iam', 'GET /iam/v1/directories', {
  summary: 'The SCIM directories of an account, with their refused requests',
  access: action('iam:ListServiceAccounts'),
  query: accountQuery.partial(),
  output: z.object({
    'base-address': z.string().meta({ description: 'The base address for directories.' }),
    items: z.array(directorySchema),
  }),
});
