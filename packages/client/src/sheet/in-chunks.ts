import type { ImportRow } from '@keyhold/contract';

/** The size of a request's rows in characters, well below the largest body. */
const chunkSize = 400_000;

/** The size of a row in a request, in characters. */
export function sizeOf(row: ImportRow): number {
  return JSON.stringify(row).length;
}

/**
 * Cuts rows into the requests of an import: of at most so many rows, and so much text, as one takes.
 *
 * @param count the most rows of a request
 * @param size of a row, by {@link sizeOf}
 * @example
 * inChunks(lines, importLimit, ({ row }) => sizeOf(row))
 */
export function inChunks<Row>(rows: readonly Row[], count: number, size: (row: Row) => number): Row[][] {
  const chunks: Row[][] = [];
  let [chunk, total]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const length = size(row);
    if (chunk.length === count || (chunk.length > 0 && total + length > chunkSize)) {
      chunks.push(chunk);
      [chunk, total] = [[], 0];
    }
    chunk.push(row);
    total += length;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
