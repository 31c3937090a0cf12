import { connectionError, timeoutError } from '../network/connection-error.ts';
import { openRequest } from '../network/open-request.ts';

/** Longest time from the first byte sent to the response, in milliseconds, unless another is given. */
const usualTimeout = 10_000;

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowPrivate: boolean;
  /** Longest time from the first byte sent to the response, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Sends a request and returns the status of the response, whose body is not read. Redirects are not followed.
 *
 * @param signal aborts the request
 * @throws {ConnectionError} when there was no response.
 */
export async function postWebhook(request: WebhookRequest, signal: AbortSignal): Promise<number> {
  const { timeout = usualTimeout } = request;
  const limit = AbortSignal.timeout(timeout);
  try {
    return await post(request, AbortSignal.any([signal, limit]));
  } catch (error) {
    throw limit.aborted ? timeoutError(timeout) : connectionError(error as NodeJS.ErrnoException);
  }
}

function post({ url, headers, body, allowPrivate }: WebhookRequest, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(new URL(url), allowPrivate, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    // Without this listener, a host that switches protocols ends the request without any other event.
    outgoing.on('upgrade', (response, socket) => {
      resolve(response.statusCode ?? 0);
      socket.destroy();
    });
    outgoing.end(body);
  });
}
