/** Sentences about the products of the catalogue; for provider staff. */
export const productsText = {
  title: 'Products',
  back: 'Products',
  newOne: 'New product',
  firstOne: 'Create the first product',
  createTitle: 'Create new product',
  created: 'Product successfully created',
  updated: 'Product successfully updated',
  deleted: 'Product successfully deleted',
  deletionTakes: 'Only a product that was never issued, and that has no applications, can be deleted.',
  id: 'Id',
  idHint:
    'Lower-case letters, digits and hyphens. It is part of the name that an application is built with, so it cannot be changed later.',
  rn: 'Resource name of the product',
  shared: 'Shared',
  sharedLabel: 'Licenses may be shared',
  sharedHint:
    'An account with a license of it is a sharing account: it has tags, and its administrators give licenses to a person, to everybody with a tag, or to everyone. Without a shared product, each license is given to one person by name.',
  enforceVersion: 'Refuse versions newer than the license',
  enforceVersionHint:
    'An application whose version begins with a higher number than that of its license cannot use it. Licenses without a version are not affected.',
  tokenAlgHint:
    'The name in the lease tokens. Choose EdDSA only if an application cannot read Ed25519. Key and signature are the same.',
  retire: {
    title: 'Retire product',
    body: 'Are you sure you want to retire this product? Nothing more can be issued of it. Licenses that were issued go on.',
    confirm: 'Retire',
  },
  activate: {
    title: 'Activate product',
    body: 'Are you sure you want to activate this product? Licenses of it can be issued again.',
    confirm: 'Activate',
  },
  noneTitle: 'No products yet',
  noneHint: 'A product is what licenses are issued for: one program, or several that are sold as one.',
} as const;

/** How many licenses of a product or an add-on there are. */
export const issuedText = {
  issued: 'Issued',
  inAccounts:
    '{licenses, plural, one {# license} other {# licenses}} in {accounts, plural, one {# account} other {# accounts}}',
  none: 'None',
} as const;
