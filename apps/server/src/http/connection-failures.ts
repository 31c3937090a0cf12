import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../problem.ts';
import { notHttp } from './failures.ts';
import { failureText } from './reply.ts';
import { securityHeaders } from './security-headers.ts';

/** How long a refused client may take to read the reply and to close, in milliseconds. */
const closeTimeout = 1_000;

/** Errors that Node.js raises before there is a request, by their codes. */
const refusals: Readonly<Record<string, { readonly status: number; readonly problem: Problem }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    problem: { code: 'headers-too-large', message: 'The address and headers of this request are too large together.' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    problem: { code: 'timeout', message: 'The request did not arrive in time. Send it again.' },
  },
};

/**
 * Answers input that is not a valid request, or did not arrive in time, in the format of every other refusal. Closes
 * the connection: the server's half at once, the client's after a timeout, because a slow client may never close it.
 */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  // A disconnected client gets no reply.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const { status, problem } = refusals[error.code ?? ''] ?? { status: 400, problem: notHttp };
  const id = randomUUID();
  const body = failureText(id, status, [problem]);
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-cache',
    'x-request-id': id,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), closeTimeout);
  socket.once('close', () => clearTimeout(timer));
}
