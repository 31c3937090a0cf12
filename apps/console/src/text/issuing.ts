import { many } from './numbers.ts';

/** Sentences about issuing licenses and addons, and about their terms; for provider staff. */
export const issuingText = {
  issueLicenses: 'Issue licenses',
  issueAddons: 'Issue addons',
  product: 'Product',
  addon: 'Addon',
  type: 'Type',
  version: 'Version',
  ends: 'Ends',
  never: 'Never',
  onDate: 'On a date',
  afterActivation: 'Some days after the first activation',
  date: 'End date',
  days: 'Days after the first activation',
  maintenanceUntil: 'Maintenance until',
  maintenanceHint: 'Leave it empty for none. It begins today.',
  count: 'How many',
  noProducts: 'The catalogue has no products yet.',
  noAddons: 'The catalogue has no addons yet.',
  noneFound: 'Nothing found.',
  chooseProduct: 'Choose a product',
  chooseAddon: 'Choose an addon',
  badCount: 'Enter a whole number from 1 to 1,000',
  badDays: 'Enter a whole number of days from 1 to 36,500',
  badDate: 'Choose a date',
  issue: 'Issue',
  issuing: 'Issuing...',
  licenses: (count: number, type: string, product: string, account: string): string =>
    `Issues ${many(count, `${type} license`)} of ${product} to ${account}.`,
  addons: (count: number, type: string, addon: string, account: string): string =>
    `Issues ${many(count, `${type} addon`)} ${addon} to ${account}.`,
  neverEnds: (count: number): string => (count === 1 ? 'It never ends.' : 'They never end.'),
  endsOn: (count: number, date: string): string => `${count === 1 ? 'It ends' : 'They end'} on ${date}.`,
  endsAfter: (count: number, days: number): string =>
    count === 1
      ? `It ends ${many(days, 'day')} after its first activation.`
      : `Each ends ${many(days, 'day')} after its first activation.`,
  issuedLicenses: (count: number): string => `${many(count, 'license')} issued`,
  issuedAddons: (count: number): string => `${many(count, 'addon')} issued`,
  keys: 'Keys',
  copyKeys: 'Copy keys',
  copied: 'Copied',
  saveKeys: 'Save keys as CSV',
  key: 'Key',
  done: 'Done',
} as const;

export const termsText = {
  title: 'Terms',
  hint: 'Only root and system administrators see this.',
  suspend: {
    title: 'Suspend license',
    body: 'Are you sure you want to suspend this license? Whoever uses it is logged off, and nobody can use it until it is resumed.',
    confirm: 'Suspend',
  },
  resume: {
    title: 'Resume license',
    body: 'Are you sure you want to resume this license? Its consumers can use it again.',
    confirm: 'Resume',
  },
  change: 'Change when it ends',
  save: 'Save',
  saving: 'Saving...',
} as const;
