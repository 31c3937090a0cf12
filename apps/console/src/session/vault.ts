/**
 * Keeps one text encrypted in local storage: AES-GCM under a non-extractable key in IndexedDB. Where the browser offers
 * no Web Crypto (plain http other than localhost), nothing is stored; the text is never stored in clear.
 */

/** The storage entry, whose changes other tabs follow. */
export const vaultEntry = 'authInfo';
const algorithm = 'AES-GCM';
const ivLength = 12;

function isAvailable(): boolean {
  return globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;
}

function finished<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

async function openKeys(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open('keyhold', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('keys');
  const database = await finished(request);
  const transaction = database.transaction('keys', mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore('keys');
}

async function existingKey(): Promise<CryptoKey | undefined> {
  const keys = await openKeys('readonly');
  return (await finished(keys.get(vaultEntry))) as CryptoKey | undefined;
}

async function ownKey(): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may create a key at the same time; the first one stays.
  const keys = await openKeys('readwrite');
  const existing = (await finished(keys.get(vaultEntry))) as CryptoKey | undefined;
  if (existing) return existing;
  keys.put(fresh, vaultEntry);
  // A page that is closed before the key is committed would lose it.
  await committed(keys.transaction);
  return fresh;
}

/** A text as it is stored; null where the browser offers no Web Crypto. */
export async function encrypt(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isAvailable()) return null;
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, await ownKey(), new TextEncoder().encode(text));
  const bytes = new Uint8Array(ivLength + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), ivLength);
  return bytes;
}

/** The text of stored bytes; null if they cannot be decrypted. */
export async function decrypt(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  return decryptWith(await existingKey(), () => bytes);
}

async function decryptWith(key: CryptoKey | undefined, stored: () => Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (key === undefined) return null;
  try {
    const bytes = stored();
    const iv = bytes.subarray(0, ivLength);
    const text = await crypto.subtle.decrypt({ name: algorithm, iv }, key, bytes.subarray(ivLength));
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

export async function seal(text: string): Promise<void> {
  const sealed = await encrypt(text);
  if (!sealed) return;
  const characters = [...sealed].map((byte) => String.fromCharCode(byte));
  localStorage.setItem(vaultEntry, btoa(characters.join('')));
}

/**
 * The stored text; null when there is none, or when it was tampered with or cannot be decrypted.
 *
 * @throws {DOMException} when the browser's database fails.
 */
export async function unseal(): Promise<string | null> {
  const kept = isAvailable() ? localStorage.getItem(vaultEntry) : null;
  if (kept === null) return null;
  // The key comes first: a database that fails says nothing about the text.
  return decryptWith(await existingKey(), () => Uint8Array.from(atob(kept), (character) => character.charCodeAt(0)));
}

/** The database of work that was begun and not finished, encrypted like the session. */
export const workDatabase = 'keyhold-work';

export function discard(): void {
  try {
    if (localStorage.getItem(vaultEntry) !== null) localStorage.removeItem(vaultEntry);
  } catch {
    // Where the browser blocks its storage, nothing is stored.
  }
}

/** Forgets work that was not finished, once its user signs out. */
export function discardWork(): void {
  if (isAvailable()) indexedDB.deleteDatabase(workDatabase);
}
