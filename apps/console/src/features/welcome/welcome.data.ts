import { calls, type OutputOf, resourceIdOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { compareNames } from '#i18n/locale/formats.ts';
import { welcomeText } from '#i18n/text/general.ts';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';
import { mutation } from '#server/mutation/change.ts';
import { session } from '#session/session.ts';

/** The products that the signed-in user may use. */
export const ownProductsQuery = queryOptions({
  queryKey: keys.license.consumable(),
  // A user without administrative rights receives no changes.
  refetchInterval: 30_000,
  queryFn: async ({ signal }) => ownProducts(await client.send(calls.listConsumableLicenses, { signal })),
});

/** A product that the user may use. */
export type OwnProduct = ReturnType<typeof ownProducts>[number];

/** The licenses that the user may use, by product: first the products in use, then by name. */
export function ownProducts({ items, resources }: OutputOf<typeof calls.listConsumableLicenses>) {
  const groups = Map.groupBy(items, ({ certificate }) => certificate.product);
  const products = [...groups].map(([rn, licenses]) => ({
    rn,
    name: resources[rn]?.name ?? resourceIdOf(rn),
    description: resources[rn]?.description ?? '',
    // The number of free licenses, and of all that the user may use.
    free: licenses.filter(({ available }) => available).length,
    all: licenses.length,
    // The licenses in use by the user: the device, and the application if it is reported.
    held: licenses
      .filter((license) => license['held-by-me'])
      .map(({ rn: license, state }) => ({
        key: resourceIdOf(license),
        license,
        // A license in offline use cannot be recalled.
        offline: state['offline-until'] !== null,
        version: state['client-version'],
        device: state['device-name'],
        application: [state['client-name'], state['client-version']].filter(Boolean).join(' ') || null,
      })),
  }));
  return products.sort((a, b) => Number(b.held.length > 0) - Number(a.held.length > 0) || compareNames(a.name, b.name));
}

/** A license that the user has on another device. */
export interface HeldElsewhere {
  product: string;
  license: string;
  device: string;
  version: string | null;
}

/** How long the console may keep the license that it takes over, in seconds: it gives it back at once. */
const briefly = 60;

/**
 * Ends the use of one's own license on another device, which saves first, so that an application here can take it: takes
 * the license over, and gives it back. Returns whether the other device is logged off already.
 */
export const moveHere = mutation({
  send: async ({ product, license, version }: HeldElsewhere): Promise<boolean> => {
    // Loaded when it is needed: most people never move a license.
    const { browserOf } = await import('#parts/identity/sessions/place.ts');
    const id = crypto.randomUUID();
    const name = browserOf(navigator.userAgent);
    const { lease, waiting } = await client.send(calls.consumeLicense, {
      body: {
        product,
        license,
        client: { name: 'Keyhold', version: version ?? '1' },
        device: { id, name, os: name, user: session.current()?.user.email ?? name, locale: navigator.language },
        'stream-id': id,
        'take-over': true,
        'max-seconds': briefly,
      },
    });
    if (lease)
      await client.send(calls.checkInLease, { params: { id: lease.id }, query: { epoch: String(lease.epoch) } });
    if (waiting) await client.send(calls.leaveLine, { params: { id: waiting.id } });
    return lease !== undefined;
  },
  invalidates: ['license'],
  success: ({ device }, isFree) => (isFree ? welcomeText.usableHere : welcomeText.usableSoon({ device })),
});
