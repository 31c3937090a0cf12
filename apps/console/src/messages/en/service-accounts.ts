/** Sentences about service accounts, which programs use. */
export const serviceAccountsText = {
  title: 'Service accounts',
  about:
    'Programs act as a service account, by its tokens. It has roles as a user has, no password, and never consumes a license.',
  newOne: 'New service account',
  createTitle: 'Create new service account',
  back: 'Back to Service accounts',
  created: 'Service account successfully created',
  updated: 'Service account successfully updated',
  deleted: 'Service account successfully deleted',
  deletionTakes: 'Its tokens open nothing from then on.',
  noneTitle: 'No service accounts yet',
  noneHint: 'A service account lets a program work here with rights of its own.',
  roles: 'Roles',
  policies: 'Policies of its own',
  details: 'Details',
  tokens: 'Tokens',
} as const;

/** Sentences about the tokens of a service account. */
export const tokensText = {
  newOne: 'New token',
  createTitle: 'Make a new token',
  make: 'Make token',
  making: 'Making...',
  prefix: 'Begins with',
  ends: 'Ends',
  lastUse: 'Last use',
  addresses: 'Addresses',
  everywhere: 'Everywhere',
  endsOn: 'Ends on',
  endsHint: 'At most two years from now. Whoever made it is mailed a week before.',
  badDate: 'Choose a day from tomorrow on, within two years.',
  addressesHint:
    'Ranges such as 192.0.2.0/24 or 2001:db8::/32, one on each line. Without one the token is good everywhere.',
  badAddress: '{address} is not a range such as 192.0.2.0/24 or 2001:db8::/32.',
  over: 'Ended',
  revoke: 'Revoke',
  revokeOne: 'Revoke {name}',
  revokeTitle: 'Revoke token',
  revokeBody:
    'Are you sure you want to revoke the token {name}? Programs that use it are refused from their next request on.',
  revoking: 'Revoking...',
  revoked: 'Token successfully revoked',
  noneTitle: 'No tokens yet',
  noneHint: 'A program shows a token with each request. Make one for each program, so that each can be revoked alone.',
  secretTitle: 'New token',
  secretOnce: 'Copy it now: it is not shown again. Keep it where the program finds it and nobody else does.',
  copySecret: 'Copy token',
  done: 'Done',
} as const;
