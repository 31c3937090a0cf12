import { calls } from '@keyhold/contract';
import { rootApi, unique } from './api.ts';
import { type Company, createPool, createTag, idOf, invite, issueOne } from './company.ts';

/** Creates one record of each kind in a company, and returns their ids by the screens that show them. */
export async function oneOfEach(
  company: Company,
  {
    person = {},
    tag = 'Night',
    license = {},
  }: { person?: Parameters<typeof invite>[1]; tag?: string; license?: Parameters<typeof issueOne>[1] } = {},
) {
  const { item: account } = await company.api.send(calls.createServiceAccount, {
    body: { name: 'Nightly', 'account-id': company.id },
  });
  const product = { id: `product-${unique()}`, name: 'Studio' };
  await (await rootApi()).send(calls.createProduct, { body: product });
  const addon = { id: `addon-${unique()}`, name: 'Colour' };
  await (await rootApi()).send(calls.createAddon, { body: addon });
  const ids: Record<string, string> = {
    '/admin/accounts/:id': company.id,
    '/admin/products/:id': product.id,
    '/admin/addons/:id': addon.id,
    '/iam/users/:id': idOf(await invite(company.id, person)),
    '/iam/tags/:id': idOf(await createTag(company, tag)),
    '/iam/service-accounts/:id': idOf(account),
    '/licensing/licenses/:id': idOf(await issueOne(company.id, license)),
    '/licensing/pools/:id': idOf(await createPool(company)),
  };
  // The last one, so that nothing is delivered. The address is refused at once: webhooks go to public addresses only.
  const { item: webhook } = await company.api.send(calls.createWebhook, {
    body: { url: 'http://127.0.0.1:9/hook', events: ['license.issued'], 'account-id': company.id },
  });
  ids['/iam/webhooks/:id'] = webhook.id;
  return (path: string): string => {
    const id = ids[path];
    if (id === undefined) throw new Error(`No record is created for ${path}.`);
    return id;
  };
}
