import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Failure } from '@keyhold/cli';
import type * as z from 'zod';
import { isErrorCode } from '../error-code.ts';
import {
  type BackupHeader,
  checksumSchema,
  endOfRows,
  endSchema,
  headerSchema,
  type TableChecksum,
} from './backup-format.ts';
import { fileFailure } from './file-failure.ts';

/** Reads a backup sequentially. */
export interface BackupReader {
  readonly header: BackupHeader;
  /** The lines of the next table, in blocks of whole lines. */
  rows(): AsyncGenerator<Buffer>;
  /** The checksum after the table that was just read. */
  checksum(): Promise<TableChecksum>;
  /** Checks that the backup ends here. */
  end(): Promise<void>;
  close(): void;
}

/**
 * Opens a backup and reads its header.
 *
 * @throws {Failure} when the file is not a backup, or damaged; the reader's methods may throw it later, too.
 */
export async function openBackup(file: string): Promise<BackupReader> {
  const unpacking = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => unpacking.destroy(error));
  source.pipe(unpacking);
  const close = () => {
    source.destroy();
    unpacking.destroy();
  };
  const lines = readLines(unpacking, (error) => damaged(error, file));
  const parse = async <Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> => {
    const result = schema.safeParse(parseLine(await lines.line()));
    if (!result.success) throw damaged(result.error, file);
    return result.data;
  };
  try {
    return {
      header: await readHeader(await lines.line(), file),
      rows: lines.block,
      checksum: () => parse(checksumSchema),
      end: async () => void (await parse(endSchema)),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function readHeader(line: string, file: string): Promise<BackupHeader> {
  const content = parseLine(line);
  const header = headerSchema.safeParse(content);
  if (header.success) return header.data;
  const isOurs = typeof content === 'object' && content !== null && 'format' in content;
  if (isOurs && content.format === 'keyhold-backup') {
    throw new Failure(
      `${file} was made by a newer Keyhold, which writes another format. Restore it with that version.`,
    );
  }
  throw notBackup(file);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function readLines(stream: AsyncIterable<Buffer>, explain: (error: unknown) => unknown) {
  const chunks = stream[Symbol.asyncIterator]();
  // Always starts at the beginning of a line.
  let rest: Buffer = Buffer.alloc(0);

  async function readOn(): Promise<void> {
    let next: IteratorResult<Buffer>;
    try {
      next = await chunks.next();
    } catch (error) {
      throw explain(error);
    }
    if (next.done) throw explain(new Error('It ends in the middle.'));
    rest = Buffer.concat([rest, next.value]);
  }

  return {
    async line(): Promise<string> {
      let end = rest.indexOf('\n');
      for (; end < 0; end = rest.indexOf('\n')) await readOn();
      const line = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      return line;
    },
    async *block(): AsyncGenerator<Buffer> {
      for (;;) {
        const end = rowsEnd(rest);
        const whole = end ?? rest.lastIndexOf('\n') + 1;
        if (whole > 0) yield rest.subarray(0, whole);
        rest = rest.subarray(end === null ? whole : end + endOfRows.length);
        if (end !== null) return;
        await readOn();
      }
    },
  };
}

/** The position where the rows end, in a text that starts with a whole line; null when they continue. */
function rowsEnd(text: Buffer): number | null {
  if (text.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) return 0;
  const at = text.indexOf(`\n${endOfRows}`);
  return at < 0 ? null : at + 1;
}

function damaged(error: unknown, file: string): unknown {
  if (isErrorCode(error, 'Z_DATA_ERROR') && error instanceof Error && /incorrect header check/.test(error.message)) {
    return notBackup(file);
  }
  const failure = fileFailure(error, file);
  if (failure !== error) return failure;
  return new Failure(`${file} is damaged or not whole. Restore another backup.`, { cause: error });
}

function notBackup(file: string): Failure {
  return new Failure(`${file} is not a backup of Keyhold.`);
}
