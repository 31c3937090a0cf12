import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver has received. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
}

/** A program that receives webhooks, over HTTP. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The status of its replies, or a function that replies. */
  answer: number | ((response: ServerResponse) => void);
  close(): Promise<void>;
}

/** Starts a receiver on this machine; it answers 204 unless configured otherwise. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('Thank you.');
    else receiver.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 204,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
