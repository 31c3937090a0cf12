import { type ConsumeRequest, type Device, type Keyhold, KeyholdError, type Lease } from '@keyhold/sdk';
import { findProduct } from './find-product.ts';

export interface Studio {
  /** Shows a line to the user. */
  readonly show: (line: string) => void;
  readonly keyhold: Keyhold;
  /** Signs the user in, and returns their e-mail address. */
  readonly signIn: () => Promise<string>;
  /** A product's rn, or its short name such as `keyhold-studio`; the user's only product when left out. */
  readonly product?: string | undefined;
  /** The rn of one particular license, if it has to be that one. */
  readonly license?: string | undefined;
  readonly client: ConsumeRequest['client'];
  readonly device: Device;
  /** Waits in line where every license is in use, until the signal leaves the line. */
  readonly wait?: { readonly signal?: AbortSignal; readonly ask?: string | undefined } | undefined;
  /** Continues with the user's own license of another device. */
  readonly takeOver?: boolean | undefined;
}

/** Opens the studio: signs its user in, consumes a license, and shows its events. The caller keeps the lease. */
export async function openStudio(studio: Studio): Promise<Lease> {
  const { show, keyhold, client, device } = studio;
  const email = await studio.signIn();
  show(`Signed in as ${email} on ${device.name}.`);
  const lease = await keyhold.consume({
    product: await findProduct(keyhold, studio.product),
    ...(studio.license === undefined ? {} : { license: studio.license }),
    client,
    device,
    ...waiting(studio),
  });
  const { type, version } = lease.certificate;
  show(`${client.name} ${client.version} is open: ${type} license ${shortName(lease.license)}, version ${version}.`);
  showAddons(show, lease.addons);
  lease.on('entitlements', ({ addons }) => showAddons(show, addons));
  lease.on('asked', ({ by, message, waiting: count }) =>
    show(`${by ?? 'Somebody'} waits for a license (${count} in line): ${message} Press Ctrl-C to give yours back.`),
  );
  lease.on('message', ({ message }) => show(`Message: ${message}`));
  lease.on('outage', ({ graceMs }) =>
    show(`No connection. You can work on for ${Math.round(graceMs / 60_000)} minutes.`),
  );
  lease.on('suspended', ({ message }) => show(`The studio is locked. ${message}`));
  lease.on('resumed', ({ license }) => show(`The studio is open again with license ${shortName(license)}.`));
  lease.on('released', ({ message }) => {
    show(message);
    show(`Drawings saved, ${email} is logged off.`);
  });
  return lease;
}

/** Shows the place in line and how long it may take, and asks the holders once if the user wishes. */
function waiting({ show, wait, takeOver }: Studio): Partial<ConsumeRequest> {
  let ask = wait?.ask;
  return {
    ...(takeOver && { takeOver }),
    ...(wait && { wait: true, ...(wait.signal && { signal: wait.signal }) }),
    onPlace(place) {
      const minutes = place.estimateMs === null ? null : Math.max(1, Math.round(place.estimateMs / 60_000));
      const estimate = minutes === null ? '' : ` It took others about ${minutes} minutes.`;
      show(`Every license is in use. You are number ${place.place} in line.${estimate}`);
      if (ask === undefined) return;
      place.ask(ask).then(
        (asked) => show(`Your message was sent to ${asked} people.`),
        (error: unknown) => show(sentenceOf(error)),
      );
      ask = undefined;
    },
  };
}

/** The message of an error, for users; any error that is not from the SDK is a bug in this program, and rethrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof KeyholdError) return error.message;
  throw error;
}

function showAddons(show: (line: string) => void, addons: readonly string[]) {
  if (addons.length > 0) show(`Add-ons: ${addons.map(shortName).join(', ')}.`);
}

/** The last part of a resource name: a license's key, an add-on's short name. */
function shortName(rn: string): string {
  return rn.slice(rn.lastIndexOf(':') + 1);
}
