/** A file whose text cannot be read as it is; `line` is where, the first being 1. */
export class UnreadableSheet extends Error {
  readonly line: number;
  /** The message without the line. */
  readonly what: string;

  constructor(line: number, what: string) {
    super(`Line ${line}: ${what}`);
    this.name = 'UnreadableSheet';
    this.line = line;
    this.what = what;
  }
}

/** The encodings that spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Control characters other than tabs and line breaks, and the character that stands for an unreadable one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found.
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/**
 * Decodes a file as what it is: by its byte order mark, or UTF-16 by its zero bytes, UTF-8 if it is valid, and
 * Windows-1252 otherwise. No text with a character that could not be read is returned.
 *
 * @throws {UnreadableSheet} with the line of the first character that is none of the encoding's
 * @example
 * decodeText(new Uint8Array([0x4d, 0xfc])) // { text: 'Mü', encoding: 'windows-1252' }
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const encoding = encodingOf(bytes);
  // TextDecoder removes the byte order mark.
  const text = new TextDecoder(encoding).decode(bytes);
  const at = text.search(unreadable);
  if (at >= 0) {
    const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
    throw new UnreadableSheet(line, 'it has a character that cannot be read. Save the file as CSV in UTF-8.');
  }
  return { text, encoding };
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  // Without a mark: a heading of ASCII letters has a zero in each pair of bytes.
  const zeros = (offset: number) =>
    bytes.slice(0, 64).filter((byte, index) => byte === 0 && index % 2 === offset).length;
  if (zeros(1) > 8 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > 8 && zeros(1) === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
