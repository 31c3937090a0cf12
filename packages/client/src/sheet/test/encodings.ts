/** The characters of Windows-1252 that stand elsewhere in Unicode, as far as the tests use them. */
const ansi: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92, œ: 0x9c };

/** The bytes of a text in each encoding that spreadsheets write. */
export const encodings = {
  utf8: (text: string) => new TextEncoder().encode(text),
  utf16: (text: string) => new Uint8Array(Buffer.from(text, 'utf16le')),
  utf16big: (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16()),
  ansi: (text: string) => new Uint8Array([...text].map((character) => ansi[character] ?? character.charCodeAt(0))),
};
