import * as z from 'zod';

/*
 * A backup is one gzip file of text, readable with zcat:
 *
 *   {"format":"keyhold-backup","format-version":1,"created-on":…,"version":…,"schema":[…],"tables":[{"name","columns","rows"},…]}
 *   one line for each row of the first table, as PostgreSQL's COPY writes them
 *   \.
 *   {"table":"accounts","rows":4,"sha256":"…"}
 *   … the other tables in the same form …
 *   {"end":true}
 *
 * The checksum covers the lines of a table, including newlines, in the order of its primary key.
 */

const formatVersion = 1;

/** The first line: the contents of the file. */
export const headerSchema = z.object({
  format: z.literal('keyhold-backup'),
  'format-version': z.literal(formatVersion),
  'created-on': z.string(),
  /** The version of Keyhold that made the backup. */
  version: z.string(),
  /** The applied migrations of the database, oldest first. */
  schema: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

/** The line after each table, which a restore must reproduce. */
export const checksumSchema = z.object({ table: z.string(), rows: z.number().int(), sha256: z.string() });
export type TableChecksum = z.infer<typeof checksumSchema>;

export const endSchema = z.object({ end: z.literal(true) });

/** The line that ends a table's rows; COPY never writes it for a row. */
export const endOfRows = '\\.\n';

export function newHeader(header: Omit<BackupHeader, 'format' | 'format-version'>): BackupHeader {
  return { format: 'keyhold-backup', 'format-version': formatVersion, ...header };
}
