import * as z from 'zod';
import { accountQuery, action, call } from '../call.ts';
import { directorySchema } from '../directory.ts';

export const listDirectories = call('listDirectories', 'iam', 'GET /iam/v1/directories', {
  summary: 'The directories that manage people of an account by SCIM 2.0, and what they were refused',
  access: action('iam:ListServiceAccounts'),
  query: accountQuery.partial(),
  output: z.object({
    'base-address': z.string().meta({ description: 'Where directories send their requests.' }),
    items: z.array(directorySchema),
  }),
});
