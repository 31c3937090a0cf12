/** Sentences about directories that manage the users of an account. */
export const directoryText = {
  title: 'Directory',
  about:
    'A directory such as Entra ID or Okta creates, changes and removes the people in this account automatically (SCIM 2.0).',
  atDirectory: 'Enter this in your directory',
  address: 'Address',
  token: 'Token',
  tokenHint: 'From a service account with the permission iam:Directory.',
  toServiceAccounts: 'Go to service accounts',
  noneTitle: 'No directory yet',
  noneHint: 'Connect yours to get an address and a token to enter there.',
  connectOne: 'Connect a directory',
  connect: 'Connect',
  tokenFailed:
    'The service account {name} was created, but its token was not. Try again: the service account is not created twice. {reason}',
  tokenOnce: 'Copy both now and enter them in your directory. The token is shown only once.',
  newTokenFor: 'New token for {name}',
  users: 'Users',
  groups: 'Tags',
  lastChange: 'Last change',
  lastRequest: 'Last request',
  never: 'Never',
  failures: 'What failed',
  noFailures: 'Nothing was refused.',
  managed: 'Directory',
  managedUser: 'A directory manages this user. What it provides is read-only here. Make changes in the directory.',
  managedTag: 'A directory manages this tag. It is read-only here. Make changes in the directory.',
} as const;
