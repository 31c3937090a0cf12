import type { FastifyReply, FastifyRequest } from 'fastify';

/** A reply that stays open and sends events (HTML standard, section 9.2). */
export interface EventStream {
  send(event: string, data: unknown): void;
  /** @param options.reconnectAfter when its reader should connect again, in milliseconds */
  close(options?: { readonly reconnectAfter: number }): void;
  onClose(listener: () => void): void;
}

/** Time between two comments that keep a silent stream from being cut on its way, in milliseconds (protocol, 'Calls'). */
const commentInterval = 15_000;
/** A reader this far behind, in bytes, is cut: it reconnects and is told the state. */
const bufferLimit = 1024 * 1024;

const open = new Set<EventStream>();

/** Takes a reply over as a stream of events, with the headers that every other reply carries. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  });
  // The reader learns that it is let in; what it reads first is an event.
  response.flushHeaders();
  const closing: (() => void)[] = [];
  const timer = setInterval(() => write(':\n\n'), commentInterval);
  const stream: EventStream = {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
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
  open.add(stream);
  response.on('close', () => {
    clearInterval(timer);
    open.delete(stream);
    for (const listener of closing) listener();
  });
  return stream;
}

/** How many streams are open on this node. */
export function countEventStreams(): number {
  return open.size;
}

/** How soon readers are to connect again after a server has stopped, in milliseconds. */
const reconnectAfter = 500;

/** Ends every open stream, so that a server can stop: their readers are told to reconnect, which leads elsewhere. */
export function closeEventStreams(): void {
  for (const stream of open) stream.close({ reconnectAfter });
}
