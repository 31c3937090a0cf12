/**
 * Makes the header by which the server executes a change once, however often it is sent: the same as long as the
 * request is, so that trying again after a broken connection does not do it twice. Whoever makes the same request later wants it
 * done again.
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

/** Within this time the same request is a retry, in ms. */
const longestRetry = 60_000;

/** Not `randomUUID`, which browsers offer on https alone. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
