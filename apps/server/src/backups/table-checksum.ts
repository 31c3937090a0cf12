import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import type { TableChecksum } from './backup-format.ts';
import { copyOutStatement, type Table } from './tables.ts';

const newline = 10;

/** Counts and hashes the lines of a table as they pass. */
export function createLineSum(table: string) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(lines: Buffer): number {
      hash.update(lines);
      for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) rows += 1;
      return rows;
    },
    result: (): TableChecksum => ({ table, rows, sha256: hash.digest('hex') }),
  };
}

/** Reads a table like a backup and returns the checksum that the backup would contain. */
export async function checksumOf(client: pg.Client, table: Table): Promise<TableChecksum> {
  const sum = createLineSum(table.name);
  await pipeline(client.query(to(await copyOutStatement(client, table))), async (lines) => {
    for await (const chunk of lines) sum.add(chunk as Buffer);
  });
  return sum.result();
}
