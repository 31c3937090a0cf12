import * as z from 'zod';
import { rns } from '../fields/example-names.ts';
import { timeSchema } from '../fields/fields.ts';

/** The action with which a service account acts as a directory: it manages users and groups by SCIM 2.0. */
export const directoryAction = 'iam:Directory';

/** The path for directories, below the server's own address. */
export const directoryPath = '/scim/v2';

/** The number of newest failures that are kept for a directory. */
export const directoryFailureLimit = 50;

/** A refused change of a directory. */
export const directoryFailureSchema = z
  .object({
    on: timeSchema,
    method: z.string(),
    target: z.string().meta({ description: 'The requested path, below the base address.' }),
    name: z.string().meta({ description: 'The `userName` or `displayName` that was sent, if any.' }),
    status: z.number().int(),
    code: z
      .string()
      .nullable()
      .meta({ description: 'The code of the problem; null for entries from before codes existed.' }),
    message: z.string(),
  })
  .meta({ id: 'DirectoryFailure' });
export type DirectoryFailure = z.infer<typeof directoryFailureSchema>;

/** A service account that may act as a directory, and what it manages. */
export const directorySchema = z
  .object({
    rn: z.string().meta({ format: 'rn' }),
    name: z.string(),
    users: z.number().int().meta({ description: 'Number of users that it manages.' }),
    groups: z.number().int().meta({ description: 'Number of tags that it manages.' }),
    'last-used-on': timeSchema.nullable(),
    'last-change-on': timeSchema.nullable(),
    failures: z.array(directoryFailureSchema).meta({ description: 'The newest first.' }),
  })
  .meta({ id: 'Directory' });
export type Directory = z.infer<typeof directorySchema>;

/** A directory, for the example of the API's document. */
export const directoryExample: Directory = {
  rn: rns.serviceAccount,
  name: 'Entra ID',
  users: 412,
  groups: 9,
  'last-used-on': '2026-02-11T08:31:00.000Z',
  'last-change-on': '2026-02-11T08:30:00.000Z',
  failures: [
    {
      on: '2026-02-11T08:29:12.000Z',
      method: 'POST',
      target: '/Users',
      name: 'ada@acme.example',
      status: 409,
      code: 'email-taken',
      message: 'This email already exists.',
    },
  ],
};
