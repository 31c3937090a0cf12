/** Sentences about directories that manage the users of an account. */
export const directoryText = {
  title: 'Directory',
  about:
    'A directory such as Entra ID or Okta creates, changes and removes the people of this account by itself (SCIM 2.0).',
  atDirectory: 'Enter this at your directory',
  address: 'Address',
  token: 'Token',
  tokenHint: 'Of a service account with the permission iam:Directory.',
  toServiceAccounts: 'To the service accounts',
  noneTitle: 'No directory yet',
  noneHint: 'Connect yours: you get an address and a token, to enter there.',
  connectOne: 'Connect a directory',
  connect: 'Connect',
  tokenFailed:
    'The service account {name} was made, but not its token. Try again: the service account is not made twice. {reason}',
  tokenOnce: 'Copy both now, and enter them at your directory. The token is shown only now.',
  newTokenFor: 'New token for {name}',
  users: 'Users',
  groups: 'Tags',
  lastChange: 'Last change',
  lastRequest: 'Last request',
  never: 'Never',
  failures: 'What failed',
  noFailures: 'Nothing was refused.',
  managed: 'Directory',
  managedUser: 'A directory manages this user. What it has told can only be read here: make changes there.',
  managedTag: 'A directory manages this tag. It can only be read here: make changes there.',
} as const;
