/**
 * Creates the header that makes a change idempotent. The key stays the same while the request does, so that a retry
 * after a broken connection does not execute the change twice. The same request made later is a new change.
 */
export function createOnceHeader(): (body: unknown) => Record<string, string> {
  let last = { text: '', key: '', on: 0 };
  return (body) => {
    const text = JSON.stringify(body);
    const now = Date.now();
    const again = text === last.text && now - last.on < longestRetry;
    last = { text, key: again ? last.key : newKey(), on: now };
    return { 'Idempotency-Key': last.key };
  };
}

/** The same request within this time is a retry, in ms. */
const longestRetry = 60_000;

/** Not `randomUUID`, which browsers offer only on https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
