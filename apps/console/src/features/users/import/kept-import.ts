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

const partsOf = (owner: string): IDBKeyRange => IDBKeyRange.bound(`${owner}/`, `${owner}/\uffff`);
const keyOf = (owner: string, part: number | 'table'): string =>
  `${owner}/${part === 'table' ? part : String(part).padStart(6, '0')}`;

/**
 * Keeps a part of an import in this browser, encrypted, so that it goes on after its tab was closed. Where the browser
 * cannot encrypt, or blocks its storage, nothing is kept: the same file goes on then, as what is done is unchanged.
 */
export async function keepPart(owner: string, part: number | 'table', value: unknown): Promise<void> {
  try {
    const bytes = await encrypt(JSON.stringify(value));
    if (bytes) await withParts('readwrite', (parts) => parts.put({ key: keyOf(owner, part), bytes } satisfies Part));
  } catch (error) {
    console.warn('The import could not be kept, and ends when this tab is closed.', error);
  }
}

/** The parts of an import that were kept: its table first, then the replies in order; none if none was begun. */
export async function keptParts(owner: string): Promise<unknown[]> {
  try {
    const kept = await withParts('readonly', (parts): IDBRequest<Part[]> => parts.getAll(partsOf(owner)));
    const table = kept.filter(({ key }) => key === keyOf(owner, 'table'));
    const texts = await Promise.all(
      [...table, ...kept.filter((part) => !table.includes(part))].map(({ bytes }) => decrypt(bytes)),
    );
    return table.length === 0 || texts.includes(null) ? [] : texts.map((text): unknown => JSON.parse(text ?? ''));
  } catch {
    return [];
  }
}

/** Forgets an import that is done. */
export async function dropParts(owner: string): Promise<void> {
  try {
    await withParts('readwrite', (parts) => parts.delete(partsOf(owner)));
  } catch {
    // Nothing was kept.
  }
}
