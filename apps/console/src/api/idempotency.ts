/**
 * Makes the header by which the server executes a change once, however often it is sent: the same as long as the
 * request is, so that trying again after a broken connection does not do it twice.
 */
export function createOnceHeader(): (body: unknown) => Record<string, string> {
  let last = { text: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.text) last = { text, key: newKey() };
    return { 'Idempotency-Key': last.key };
  };
}

/** Not `randomUUID`, which browsers offer on https alone. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
