import { decrypt, encrypt, workDatabase } from '#session/vault.ts';

/** The parts of an import that was begun: its table, and the replies to its requests by their number. */
interface Part {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function finished<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withParts<Result>(
  mode: IDBTransactionMode,
  act: (parts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const request = indexedDB.open(workDatabase, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('parts', { keyPath: 'key' });
  const database = await finished(request);
  try {
    return await finished(act(database.transaction('parts', mode).objectStore('parts')));
  } finally {
    database.close();
  }
}

/** Whose import of which account it is, and which one: several windows may import at once. */
export interface KeptImport {
  readonly owner: string;
  readonly id: string;
}

const within = (prefix: string): IDBKeyRange => IDBKeyRange.bound(`${prefix}/`, `${prefix}/\uffff`);
const prefixOf = ({ owner, id }: KeptImport): string => `${owner}/${id}`;
/** The table comes first, then the replies in order. */
const keyOf = (kept: KeptImport, part: number | 'table'): string =>
  `${prefixOf(kept)}/${part === 'table' ? '' : String(part).padStart(6, '0')}`;

/**
 * Keeps a part of an import in this browser, encrypted, so that it goes on after its window was closed. Where the browser
 * cannot encrypt, or blocks its storage, nothing is kept: the same file goes on then, as what is done is unchanged.
 */
export async function keepPart(kept: KeptImport, part: number | 'table', value: unknown): Promise<void> {
  try {
    const bytes = await encrypt(JSON.stringify(value));
    if (bytes) await withParts('readwrite', (parts) => parts.put({ key: keyOf(kept, part), bytes } satisfies Part));
  } catch (error) {
    console.warn('The import could not be kept, and ends when this window is closed.', error);
  }
}

/** The parts of an import that was begun: its table first, then the replies in order; none if none was begun. */
export async function keptParts(owner: string): Promise<unknown[]> {
  try {
    const all = await withParts('readonly', (parts): IDBRequest<Part[]> => parts.getAll(within(owner)));
    const table = all.find(({ key }) => key.endsWith('/'));
    if (!table) return [];
    const texts = await Promise.all(
      all.filter(({ key }) => key.startsWith(table.key)).map(({ bytes }) => decrypt(bytes)),
    );
    return texts.includes(null) ? [] : texts.map((text): unknown => JSON.parse(text ?? ''));
  } catch {
    return [];
  }
}

/** Forgets an import that is done. */
export async function dropParts(kept: KeptImport): Promise<void> {
  try {
    await withParts('readwrite', (parts) => parts.delete(within(prefixOf(kept))));
  } catch {
    // Nothing was kept.
  }
}
