import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../services.ts';

/** An event that a request follows. */
interface Sent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly id?: string | null;
}

/** Follows something for a subscriber until the returned function is called. */
type Follow<Event extends Sent> = (subscriber: { send(event: Event): void; end(): void }) => Promise<() => void>;

/**
 * Replies with a stream of the events that are followed, until they end or the client leaves.
 *
 * @param failure the message of the log if the first state cannot be read
 */
export async function streamFollowed<Event extends Sent>(
  services: Pick<Services, 'streams' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  follow: Follow<Event>,
  failure: string,
): Promise<void> {
  const stream = services.streams.open(request, reply);
  const leave = follow({
    send: ({ event, data, id = null }) => stream.send(event, data, id),
    end: () => stream.close(),
  });
  stream.onClose(() => void leave.then((left) => left()).catch(() => undefined));
  await leave.catch((error: unknown) => {
    services.log.warn({ err: error }, failure);
    stream.close();
  });
}

/**
 * Waits for the first events that are new to the caller of a long poll.
 *
 * @returns no event when there is none within `timeout` seconds, or the client or the server ends it
 */
export async function pollFollowed<Event extends Sent>(
  { stopping }: Pick<Services, 'stopping'>,
  { timeout, disconnected }: { readonly timeout: number; readonly disconnected: AbortSignal },
  follow: Follow<Event>,
  isNew: (event: Event) => boolean,
): Promise<Event[]> {
  const items: Event[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const timer = setTimeout(finish, timeout * 1000);
  const over = AbortSignal.any([stopping, disconnected]);
  over.addEventListener('abort', finish, { once: true });
  if (over.aborted) finish();
  const leave = await follow({
    send(event) {
      if (!isNew(event)) return;
      items.push(event);
      // Deferred, so that what is read together is in the same reply.
      setImmediate(finish);
    },
    end: finish,
  });
  await finished;
  clearTimeout(timer);
  over.removeEventListener('abort', finish);
  leave();
  return items;
}
