// The ids and names in the examples of the API's document: one company and its resources.

export const ids = {
  provider: '0198c0de-0000-7000-8000-000000000001',
  account: '0198c0de-0000-7000-8000-000000000010',
  ada: '0198c0de-0000-7000-8000-000000000020',
  administrator: '0198c0de-0000-7000-8000-000000000030',
  prepress: '0198c0de-0000-7000-8000-000000000040',
  serviceAccount: '0198c0de-0000-7000-8000-000000000080',
  serviceAccountToken: '0198c0de-0000-7000-8000-000000000081',
  session: '0198c0de-0000-7000-8000-000000000050',
  pool: '0198c0de-0000-7000-8000-000000000070',
  lease: '0198c0de-0000-7000-8000-000000000060',
  license: 'K7QRM-2F9XD-08WTE-V5B3H',
  addonLicense: '9TB4C-QX71M-5ZKPA-0RN8D',
} as const;

function rn(type: string, id: string, account: string = ids.account): string {
  return `keyhold:eu-1:${account}:${type}:${id}`;
}

export const rns = {
  account: rn('account', ids.account),
  ada: rn('user', ids.ada),
  serviceAccount: rn('service-account', ids.serviceAccount),
  administrator: rn('role', ids.administrator),
  prepress: rn('tag', ids.prepress),
  license: rn('license', ids.license),
  pool: rn('pool', ids.pool),
  addonLicense: rn('addon-license', ids.addonLicense),
  product: rn('product', 'keyhold-studio', ids.provider),
  addon: rn('addon', 'colour-server', ids.provider),
  application: rn('application', 'studio-desktop', ids.provider),
} as const;

/** The token of a session. */
export const token = 'eyJhbGciOiJFZDI1NTE5Iiwia2lkIjoiazEifQ.eyJzaWQiOiIwMTk4YzBkZSJ9.c2lnbmF0dXJl';
