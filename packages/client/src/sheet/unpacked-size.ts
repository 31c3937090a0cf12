import { UnreadableSheet } from './decode-text.ts';

/** The most bytes of all parts of a workbook together, once they are unpacked, and the most parts. */
const [largest, most] = [100_000_000, 5_000];

const [endMark, entryMark, partMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const endSize = 22;

/** Whether bytes begin like a ZIP archive, as those of an .xlsx file do. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes.length >= endSize && viewOf(bytes).getUint32(0, true) === partMark;
}

/**
 * Checks that an archive is small once it is unpacked. It is unpacked for that, piece by piece, and nothing of it is
 * kept: the sizes that an archive states may be wrong.
 *
 * @throws {UnreadableSheet} for an archive that is too large, or none
 */
export async function requireSmallArchive(bytes: Uint8Array): Promise<void> {
  let left = largest;
  for (const part of partsOf(bytes)) left -= await unpackedSize(part, left);
}

interface Part {
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly isDeflated: boolean;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The parts of an archive, by its directory. */
function partsOf(bytes: Uint8Array): Part[] {
  const view = viewOf(bytes);
  let end = bytes.length - endSize;
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) throw damaged();
  const count = view.getUint16(end + 10, true);
  if (count > most) throw tooLarge();
  const parts: Part[] = [];
  let at = view.getUint32(end + 16, true);
  try {
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== entryMark) throw damaged();
      const size = view.getUint32(at + 20, true);
      parts.push(partAt(bytes, view.getUint32(at + 42, true), size));
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
  return parts;
}

function partAt(bytes: Uint8Array, at: number, size: number): Part {
  const view = viewOf(bytes);
  if (view.getUint32(at, true) !== partMark) throw damaged();
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return { packed: new Uint8Array(bytes.slice(start, start + size)), isDeflated: view.getUint16(at + 8, true) === 8 };
}

/** The size of a part, which is unpacked no further than `left`. */
async function unpackedSize({ packed, isDeflated }: Part, left: number): Promise<number> {
  if (!isDeflated) {
    if (packed.length > left) throw tooLarge();
    return packed.length;
  }
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged();
    });
    if (done) return size;
    size += value.length;
    if (size > left) {
      await reader.cancel();
      throw tooLarge();
    }
  }
}

function tooLarge(): UnreadableSheet {
  return new UnreadableSheet(1, 'the file is too large once it is unpacked.');
}

function damaged(): UnreadableSheet {
  return new UnreadableSheet(1, 'the file is damaged. Save it again.');
}
