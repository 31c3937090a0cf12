/** What the lines name of an installation. */
interface Names {
  address: string;
  /** The id of the application. */
  application: string;
  /** The id of the product. */
  product: string;
}

/** The first lines of an application, by the language of its SDK. */
export interface FirstLines {
  typescript: string;
  python: string;
}

/** The first lines of an application that takes a license, as the READMEs of the SDKs begin. */
export function firstLines({ address, application, product }: Names): FirstLines {
  return {
    typescript: `import { createKeyhold } from '@keyhold/sdk';

const keyhold = createKeyhold({ baseUrl: '${address}', application: '${application}' });
if (!(await keyhold.restore())) {
  await keyhold.signIn({ open: (address) => openInBrowser(address) });
}

const lease = await keyhold.consume({
  product: '${product}',
  client: { name: '${application}', version: '1.0' },
});
lease.on('released', () => saveEverything());`,
    python: `import keyhold

with keyhold.Client("${address}", token=token) as client:
    lease = client.consume(
        "${product}",
        {"name": "${application}", "version": "1.0"},
        {"id": machine_id, "name": "Desk", "os": "Linux", "user": "ada", "locale": "en-GB"},
    )
    lease.on("released", lambda released: save_everything())
    work()
    lease.release()`,
  };
}
