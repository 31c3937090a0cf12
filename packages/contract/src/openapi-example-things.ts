import { consumePolicy } from './policy.ts';
import type {
  Account,
  Addon,
  AddonLicense,
  Certificate,
  License,
  Product,
  Role,
  Session,
  Tag,
  User,
} from './resources.ts';

// The things of which the document's examples tell: one company, and what it has.

export const ids = {
  provider: '0198c0de-0000-7000-8000-000000000001',
  account: '0198c0de-0000-7000-8000-000000000010',
  ada: '0198c0de-0000-7000-8000-000000000020',
  administrator: '0198c0de-0000-7000-8000-000000000030',
  prepress: '0198c0de-0000-7000-8000-000000000040',
  session: '0198c0de-0000-7000-8000-000000000050',
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
  administrator: rn('role', ids.administrator),
  prepress: rn('tag', ids.prepress),
  license: rn('license', ids.license),
  addonLicense: rn('addon-license', ids.addonLicense),
  product: rn('product', 'keyhold-studio', ids.provider),
  addon: rn('addon', 'colour-server', ids.provider),
} as const;

const times = { 'created-on': '2026-01-05T10:00:00.000Z', 'updated-on': '2026-02-11T08:30:00.000Z' };

export const account: Account = {
  rn: rns.account,
  name: 'Acme Print',
  description: 'Packaging and large formats',
  status: 'Active',
  owner: rns.ada,
  ...times,
};

export const user: User = {
  rn: rns.ada,
  email: 'ada@acme.example',
  'first-name': 'Ada',
  'last-name': 'Byron',
  title: 'Dr.',
  description: '',
  status: 'Active',
  'last-login': '2026-02-11T08:29:12.000Z',
  'last-password-change': '2026-01-05T10:12:00.000Z',
  ...times,
  roles: [rns.administrator],
  tags: [rns.prepress],
  policies: [],
};

export const role: Role = {
  rn: rns.administrator,
  name: 'Administrator',
  description: 'Manages users, tags and licenses of the account.',
  policies: [
    {
      name: 'Administrator',
      statements: [{ actions: ['iam:*'], effect: 'Allow', principals: [], conditions: [], resources: [] }],
    },
  ],
  ...times,
};

export const tag: Tag = { rn: rns.prepress, name: 'Prepress', description: '', ...times };

export const product: Product = { rn: rns.product, name: 'Keyhold Studio' };
export const addon: Addon = { rn: rns.addon, name: 'Colour Server', description: 'Colour management' };

export const certificate: Certificate = {
  product: rns.product,
  type: 'Perpetual',
  version: '26.1',
  expiry: { perpetual: true, date: null, period: null },
  'maintenance-start': '2026-01-05T10:00:00.000Z',
  'maintenance-end': '2027-01-05T10:00:00.000Z',
};

export const policies = [consumePolicy({ kind: 'Tags', tags: [rns.prepress] })];

export const license: License = {
  rn: rns.license,
  description: 'Workstation by the window',
  status: 'Active',
  ...times,
  certificate,
  state: {
    user: rns.ada,
    'activation-date': '2026-01-06T07:45:00.000Z',
    'client-name': 'Keyhold Studio',
    'client-version': '26.1.3',
    'device-id': 'a8d1c5',
    'device-ip': '192.0.2.17',
    'device-locale': 'en-GB',
    'device-name': 'PRE-04',
    'device-os': 'Windows 11',
    'device-user': 'ada',
    'maintenance-status': 'Active',
    'stream-id': 'b1c2d3',
    'subscription-status': null,
  },
  policies,
  addons: [rns.addonLicense],
};

export const addonLicense: AddonLicense = {
  rn: rns.addonLicense,
  certificate: { type: 'Subscription', addon: rns.addon },
  license: rns.license,
  ...times,
};

export const session: Session = {
  id: ids.session,
  'created-on': '2026-02-11T08:29:12.000Z',
  'last-used-on': '2026-02-11T08:31:00.000Z',
  address: '192.0.2.17',
  'user-agent': 'Mozilla/5.0',
  current: true,
};

/** A list's reply, whole. */
export function listOf<Item>(item: Item) {
  return { items: [item], total: 1, 'next-cursor': null };
}
