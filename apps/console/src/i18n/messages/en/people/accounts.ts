/** Sentences of the accounts list and an account's detail. */
export const accountsText = {
  title: 'Accounts',
  newAccount: 'New account',
  createTitle: 'Create new account',
  back: 'Back to Accounts',
  noOwner: 'No owner',
  details: 'Details',
  owner: 'Owner',
  updateOwner: 'Update owner',
  noUsers: 'There are no users yet belonging to this account.',
  noUsersFound: 'No users found.',
  created: 'Account successfully created',
  updated: 'Account successfully updated',
  deleted: 'Account successfully deleted',
  restored: 'Account successfully restored',
  ownerUpdated: 'Owner successfully updated',
  noneTitle: 'No accounts yet',
  noneHint: 'An account holds the users, tags and licenses of one customer.',
  deletionTakes: 'Its users can no longer sign in, and its licenses are released.',
  firstAdministrator: 'Owner',
  ownerHint: 'The first administrator, who is invited by e-mail. Leave it empty to choose an owner later.',
  restoreTitle: 'Restore account',
  restoreConflicts: 'Others have taken meanwhile what this account had:',
  restoreRest: 'Restore the rest',
  restoreRestHint: 'The people named here stay deleted. Everything else is restored.',
  anotherName: 'Another name',
  anotherNumber: 'Another customer number',
  anotherNumberHint: 'Leave empty for none.',
  restoring: 'Restoring...',
} as const;

/** Questions before the users of an account are blocked from signing in, and before they are allowed again. */
export const accountStatusText = {
  deactivate: {
    title: 'Deactivate account',
    body: 'Are you sure you want to deactivate this account? All its users are signed out, every license they hold is released, and nobody in it can sign in until it is activated again.',
    confirm: 'Deactivate',
  },
  activate: {
    title: 'Activate account',
    body: 'Are you sure you want to activate this account? Its users can sign in and use its licenses.',
    confirm: 'Activate',
  },
} as const;
