import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request: its reply is lost, it is cut before it arrives, its reply is late, or a busy server, a
 * hotel's page or nothing at all answers in the server's place.
 */
export const faults = ['lose-reply', 'cut', 'delay', 'freeze', 'unavailable', 'page'] as const;
/** `keep-reply`: the reply is kept until it is lost by `loseKept`. */
export type Fault = (typeof faults)[number] | 'keep-reply';

/** A proxy in front of the server that breaks chosen requests. */
export interface FaultProxy {
  readonly url: string;
  /** Breaks the next requests whose line, such as `POST /license/v1/leases`, matches. */
  fault(step: RegExp, fault: Fault, times?: number): void;
  /** Breaks no more requests. */
  mend(): void;
  /** How many replies are kept. */
  kept(): number;
  /** Loses the replies that were kept. */
  loseKept(): void;
  /** Cuts every request, and the open streams, until it is called with false. */
  down(isDown: boolean): void;
  /** How many requests got their reply from the server. */
  passed(step: RegExp): number;
  /** How many requests came. */
  seen(step: RegExp): number;
  close(): void;
}

/** How long a late reply takes, in milliseconds. */
const late = 1500;

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const waiting: { step: RegExp; fault: Fault }[] = [];
  const kept: IncomingMessage[] = [];
  const [seen, passed]: [string[], string[]] = [[], []];
  let isDown = false;
  const server = createServer((incoming, reply) => {
    const line = `${incoming.method} ${incoming.url}`;
    seen.push(line);
    const at = waiting.findIndex(({ step }) => step.test(line));
    const fault = isDown ? 'cut' : at < 0 ? null : waiting.splice(at, 1)[0]?.fault;
    incoming.on('error', () => undefined);
    if (fault === 'cut') return void incoming.socket.destroy();
    if (fault === 'freeze') return;
    if (fault === 'unavailable') return void reply.writeHead(503, { 'content-type': 'text/plain' }).end('Busy');
    if (fault === 'page') return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hotel</html>');
    forward(incoming, reply, fault ?? null, line);
  });

  function forward(incoming: IncomingMessage, reply: ServerResponse, fault: Fault | null, line: string) {
    const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      if (fault === 'lose-reply') {
        answer.resume();
        return void answer.on('end', () => incoming.socket.destroy());
      }
      if (fault === 'keep-reply') return void kept.push(incoming);
      const pass = () => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        reply.flushHeaders();
        answer.pipe(reply);
        passed.push(line);
      };
      if (fault === 'delay') setTimeout(pass, late);
      else pass();
      answer.on('error', () => incoming.socket.destroy());
    });
    onward.on('error', () => incoming.socket.destroy());
    reply.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: (step, fault, times = 1) => void waiting.push(...Array.from({ length: times }, () => ({ step, fault }))),
    mend: () => void waiting.splice(0),
    kept: () => kept.length,
    loseKept() {
      for (const { socket } of kept.splice(0)) socket.destroy();
    },
    down(down) {
      isDown = down;
      if (down) server.closeAllConnections();
    },
    passed: (step) => passed.filter((line) => step.test(line)).length,
    seen: (step) => seen.filter((line) => step.test(line)).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
