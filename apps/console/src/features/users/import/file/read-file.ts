import type { SheetTable } from '@keyhold/client/sheet/read-table.ts';
import { importText } from '#i18n/text/people.ts';
import { fieldSentence } from '#i18n/text/problems.ts';

/** What the worker made of a file: its table, or the line that cannot be read, and why. */
export type SheetReply =
  | { readonly table: Table }
  | { readonly line: number; readonly what: string }
  | { readonly failed: string };
type Table = Omit<SheetTable, 'encoding'>;

/** The largest file in bytes, and the most rows. */
export const [maxFile, maxRows] = [20_000_000, 50_000];

/**
 * Reads the table of a file.
 *
 * @throws {Error} with a sentence for users
 */
export async function readFile(file: Blob): Promise<Table> {
  if (file.size > maxFile) throw new Error(importText.tooLarge({ size: maxFile / 1_000_000 }));
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new Error(importText.unreadable, { cause });
  });
  const reply = await inWorker(bytes);
  if ('line' in reply) throw new Error(importText.unreadableLine({ line: reply.line, why: fieldSentence(reply.what) }));
  if ('failed' in reply) throw new Error(importText.unreadable, { cause: reply.failed });
  if (reply.table.records.length === 0) throw new Error(importText.noRows);
  if (reply.table.records.length > maxRows) throw new Error(importText.tooMany({ count: maxRows }));
  return reply.table;
}

async function inWorker(bytes: ArrayBuffer): Promise<SheetReply> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<SheetReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SheetReply>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(importText.unreadable, { cause: message }));
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
