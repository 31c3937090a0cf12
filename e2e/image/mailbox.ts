import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMailServer } from '../../apps/server/test/receivers/mail-server.ts';

/** Opens a mail server whose mails are read like those of the demo's mailbox. */
export async function openMailbox() {
  const mail = await startMailServer();
  const server = createServer((_request, response) => {
    const mails = mail.mails.toReversed().map(({ recipients, headers, body }) => ({
      to: recipients[0],
      subject: headers['subject'],
      text: body,
    }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    smtpUrl: mail.url,
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.close();
      await mail.stop();
    },
  };
}
