/**
 * Aborts a controller when a signal aborts; returns a function that ends this. Unlike `AbortSignal.any`, of which every
 * result stays in memory for as long as its signals live, such as for the whole lease.
 */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}
