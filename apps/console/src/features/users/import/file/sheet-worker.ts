import { UnreadableSheet } from '@keyhold/client/sheet/decode-text.ts';
import { readTable, type SheetTable } from '@keyhold/client/sheet/read-table.ts';
import { isArchive } from '@keyhold/client/sheet/unpacked-size.ts';
import type { SheetReply } from './read-file.ts';

/** Reads a file beside the page, which stays usable meanwhile. */
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>): void => {
  void reply(new Uint8Array(data));
};

async function reply(bytes: Uint8Array): Promise<void> {
  const message: SheetReply = await read(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableSheet) return { line: error.line, what: error.what };
    return { failed: String(error) };
  });
  self.postMessage(message);
}

async function read(bytes: Uint8Array): Promise<{ table: Omit<SheetTable, 'encoding'> }> {
  if (!isArchive(bytes)) return { table: readTable(bytes) };
  const { readWorkbook } = await import('@keyhold/client/sheet/read-workbook.ts');
  return { table: await readWorkbook(bytes) };
}
