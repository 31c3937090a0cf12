import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { connectionError, privateAddressError, timeoutError } from './connection-error.ts';
import { openRequest } from './open-request.ts';
import { hostOf, isPublicAddress } from './public-address.ts';

/** Hosts that may be reached in addition to public hosts over https. */
export interface EgressPolicy {
  /** This machine and private networks, also over plain http. */
  readonly allowPrivate: boolean;
  /** This machine over plain http. */
  readonly allowLoopback: boolean;
}

/** Longest time from the first byte sent to the last one received, in milliseconds. */
const timeout = 10_000;
/** Largest body of a response, in bytes. */
const bodyLimit = 512 * 1024;

/** Whether an address may be fetched at all, judged by its text only (without a lookup). */
export function isReachable(address: string, egress: EgressPolicy): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  if (egress.allowPrivate) return /^https?:$/.test(url.protocol);
  if (url.protocol === 'http:') return egress.allowLoopback && isLoopback(url);
  const host = hostOf(url);
  return url.protocol === 'https:' && host !== 'localhost' && (isIP(host) === 0 || isPublicAddress(host));
}

function isLoopback(url: URL): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(hostOf(url));
}

/** The `fetch` options that are used here. */
interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Like `fetch`, but bounded: follows no redirects, connects to no private address unless `egress` allows it, and limits
 * time and size.
 *
 * @throws {ConnectionError} when there was no response
 * @throws {Error} a sentence for people, when the response is too large
 */
export async function boundedFetch(address: string, options: FetchOptions, egress: EgressPolicy): Promise<Response> {
  const url = new URL(address);
  if (!isReachable(address, egress)) throw privateAddressError(url.host);
  const anywhere = egress.allowPrivate || (egress.allowLoopback && isLoopback(url));
  const limit = AbortSignal.timeout(timeout);
  const body = options.body === undefined || options.body === null ? '' : String(options.body);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(limit.aborted ? timeoutError(timeout) : connectionError(error));
    const outgoing = openRequest(url, anywhere, {
      method: options.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(options.headers)),
        ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
      },
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    });
    outgoing.on('error', fail);
    // Without this listener, a host that switches protocols ends the request without any other event.
    outgoing.on('upgrade', (_response, socket) => {
      fail(new Error('The host switched protocols.'));
      socket.destroy();
    });
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= bodyLimit) return;
        reject(new Error(`The answer is larger than ${bodyLimit / 1024} KiB.`));
        outgoing.destroy();
      });
      response.on('error', fail);
      response.on('end', () => {
        try {
          resolve(responseOf(response, Buffer.concat(chunks)));
        } catch (error) {
          fail(error as Error);
        }
      });
    });
    outgoing.end(body);
  });
}

/** @throws {Error} for a status that a response cannot have, such as 205 with a body, or 999 */
function responseOf({ statusCode: status = 0, headers }: IncomingMessage, content: Buffer<ArrayBuffer>): Response {
  const body = status === 204 || status === 304 ? null : content;
  return new Response(body, { status, headers: { 'content-type': headers['content-type'] ?? '' } });
}
