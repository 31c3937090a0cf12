import type { AnyText } from '@keyhold/contract';

/** What fields are called in lists, forms and the log of changes, which shows no others. */
export const fieldNames = {
  'customer-number': 'Customer number',
  'order-reference': 'Order reference',
  name: 'Name',
  description: 'Description',
  status: 'Status',
  owner: 'Owner',
  email: 'Email',
  'first-name': 'First name',
  'last-name': 'Last name',
  title: 'Title',
  roles: 'Roles',
  tags: 'Tags',
  policies: 'Consumers',
  addons: 'Addons',
  'certificate.expiry': 'Expiry',
  'certificate.maintenance-end': 'End of maintenance',
  url: 'Address',
  events: 'Events',
  enabled: 'Switched on',
  user: 'User',
  'device-name': 'Device name',
  'client-name': 'Client name',
  'client-version': 'Client version',
} as const satisfies Readonly<Record<AnyText, string>> & Readonly<Record<string, string>>;
