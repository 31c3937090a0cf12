import type { ImportRow } from '@keyhold/contract';

/** The size of a request's rows in characters, well below the largest body. */
const chunkSize = 400_000;

/**
 * Cuts rows into the requests of an import: of at most so many rows, and so much text, as one takes.
 *
 * @param count the most rows of a request
 * @example
 * inChunks(lines, importLimit, ({ row }) => row)
 */
export function inChunks<Row>(rows: readonly Row[], count: number, sent: (row: Row) => ImportRow): Row[][] {
  const chunks: Row[][] = [];
  let [chunk, size]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const { length } = JSON.stringify(sent(row));
    if (chunk.length === count || (chunk.length > 0 && size + length > chunkSize)) {
      chunks.push(chunk);
      [chunk, size] = [[], 0];
    }
    chunk.push(row);
    size += length;
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}
