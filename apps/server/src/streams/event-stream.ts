import type { FastifyReply, FastifyRequest } from 'fastify';
import { connectionClosed } from '../problem.ts';

declare module '../services.ts' {
  interface Services {
    readonly streams: EventStreams;
  }
}

/** A reply that stays open and sends events (HTML standard, section 9.2). */
interface EventStream {
  /** @param id the id by which the client names the event when it reconnects */
  send(event: string, data: unknown, id?: string | null): void;
  /** @param options.reconnectAfter when the client should reconnect, in milliseconds */
  close(options?: { readonly reconnectAfter: number }): void;
  onClose(listener: () => void): void;
}

/** Interval of the comments that keep proxies from closing an idle stream, in milliseconds. */
const commentInterval = 15_000;
/** A client this far behind, in bytes, is disconnected: it reconnects and receives the state. */
const bufferLimit = 1024 * 1024;

/** Delay after which clients reconnect when a server has stopped, in milliseconds. */
const reconnectAfter = 500;

/** The open streams of a server. */
export interface EventStreams {
  /**
   * Turns a reply into a stream of events, with the headers of every other reply.
   *
   * @throws {ProblemError} 499 when the client has disconnected: no event would end the stream.
   */
  open(request: FastifyRequest, reply: FastifyReply): EventStream;
  readonly count: number;
  /** Closes every open stream, so that a server can stop: the clients reconnect to another server. */
  close(): void;
}

export function createEventStreams(): EventStreams {
  const open = new Set<EventStream>();
  return {
    open(request, reply) {
      if (reply.raw.destroyed) throw connectionClosed();
      const stream = startEventStream(request, reply);
      open.add(stream);
      stream.onClose(() => open.delete(stream));
      return stream;
    },
    get count() {
      return open.size;
    },
    close() {
      for (const stream of open) stream.close({ reconnectAfter });
    },
  };
}

function startEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  // Headers are sent before the first event, so that the client knows that the stream is open.
  response.flushHeaders();
  const closing: (() => void)[] = [];
  const timer = setInterval(() => write(':\n\n'), commentInterval);
  const stream: EventStream = {
    send: (event, data, id = null) =>
      write(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    close: (options) => {
      if (options) write(`retry: ${options.reconnectAfter}\n\n`);
      response.end();
    },
    onClose: (listener) => closing.push(listener),
  };
  const write = (text: string) => {
    if (response.writableEnded) return;
    if (response.writableLength > bufferLimit) response.destroy();
    else response.write(text);
  };
  response.on('close', () => {
    clearInterval(timer);
    for (const listener of closing) listener();
  });
  return stream;
}
