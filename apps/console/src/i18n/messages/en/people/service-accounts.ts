/** Sentences about service accounts, which programs use. */
export const serviceAccountsText = {
  title: 'Service accounts',
  about:
    'Programs act as a service account by using its tokens. It has roles like a user, has no password, and uses licenses that name it.',
  newOne: 'New service account',
  createTitle: 'Create new service account',
  back: 'Back to Service accounts',
  created: 'Service account successfully created',
  updated: 'Service account successfully updated',
  deleted: 'Service account successfully deleted',
  deletionTakes: 'Its tokens stop working.',
  noneTitle: 'No service accounts yet',
  noneHint: 'A service account lets a program work here with its own rights.',
  roles: 'Roles',
  policies: 'Policies of its own',
  details: 'Details',
  tokens: 'Tokens',
} as const;

/** Sentences about the tokens of a service account. */
export const tokensText = {
  newOne: 'New token',
  createTitle: 'Create new token',
  make: 'Create token',
  making: 'Creating...',
  prefix: 'Begins with',
  ends: 'Ends',
  lastUse: 'Last use',
  addresses: 'Addresses',
  everywhere: 'Everywhere',
  endsOn: 'Ends on',
  endsHint: 'At most two years from now. Its creator gets an email a week before.',
  badDate: 'Choose a date from tomorrow to two years from now.',
  addressesHint: 'Ranges such as 192.0.2.0/24 or 2001:db8::/32, one per line. If empty, the token works everywhere.',
  badAddress: '{address} is not a range such as 192.0.2.0/24 or 2001:db8::/32.',
  over: 'Ended',
  revoke: 'Revoke',
  revokeOne: 'Revoke {name}',
  revokeTitle: 'Revoke token',
  revokeBody:
    'Are you sure you want to revoke the token {name}? Programs that use it are refused from their next request.',
  revoking: 'Revoking...',
  revoked: 'Token successfully revoked',
  noneTitle: 'No tokens yet',
  noneHint:
    'A program sends a token with each request. Create one for each program, so that you can revoke each one separately.',
  secretTitle: 'New token',
  secretOnce: 'Copy it now: it is not shown again. Keep it where only the program can find it.',
  copySecret: 'Copy token',
  done: 'Done',
} as const;
