import * as z from 'zod';

/** The configuration that the console fetches from the server at start. */
export const consoleConfigSchema = z
  .object({
    'product-title': z.string(),
    'provider-account-id': z.string(),
    'provider-email-domain': z.string(),
    'shared-product-id': z.string(),
    version: z.string(),
  })
  .meta({ id: 'ConsoleConfig' });
export type ConsoleConfig = z.infer<typeof consoleConfigSchema>;
