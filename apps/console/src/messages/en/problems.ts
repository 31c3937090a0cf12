/** What the server refuses, by the code of its problem. In English the server's own sentences are shown. */
export const problemText = {
  'account-inactive': 'This account is inactive.',
  'account-name-taken': 'This account name already exists.',
  'addon-elsewhere': 'This addon is assigned to another license. Unassign it there first.',
  'already-activated': 'This user has activated already. They can reset their password themselves.',
  busy: 'The server has more to do than it can at this moment. Try again shortly.',
  'database-away': 'The database cannot be reached at the moment. Try again shortly.',
  'deactivating-yourself': 'You cannot deactivate yourself. Ask another administrator to do it.',
  'deleting-yourself': 'You cannot delete yourself. Ask another administrator to do it.',
  'email-taken': 'This email already exists.',
  forbidden: "You don't have authorization for this action.",
  'in-use': 'This license is in use. Release it first.',
  'not-found': 'Not found',
  overloaded: 'The server has more to do than it can at this moment. Try again shortly.',
  stale: 'Somebody changed this in the meantime. Reload it and make your change again.',
  stopping: 'This server is stopping. Connect again.',
  'tag-name-taken': 'This tag name already exists.',
  'token-expired': 'Authorization token expired',
  'too-large': 'The request body is larger than 1 MiB. Send less at once.',
  'too-many-attempts': 'Too many attempts have failed. Try again later.',
  'too-many-webhooks': 'An account has too many webhooks. Delete one first.',
  unauthenticated: 'Authentication is required.',
  unexpected: 'Sorry, an unexpected error has occurred',
  'user-inactive': 'This user is inactive.',
  'webhook-disabled': 'This webhook is switched off. Switch it on first.',
  'wrong-credentials': 'Invalid email or password',
} as const;

/** What the contract and the server say of one field. These have no code of their own: the sentence is the id. */
export const fieldProblemText = {
  'Empty name': 'Empty name',
  'Empty first name': 'Empty first name',
  'Empty last name': 'Empty last name',
  'Invalid email': 'Invalid email',
  'Password must have 8 or more characters': 'Password must have 8 or more characters',
  'Password must have at most 1024 bytes': 'Password must have at most 1024 bytes',
  'Password must not contain control characters': 'Password must not contain control characters',
  'The name has at most 200 characters.': 'The name has at most 200 characters.',
  'The first name has at most 200 characters.': 'The first name has at most 200 characters.',
  'The last name has at most 200 characters.': 'The last name has at most 200 characters.',
  'The title has at most 200 characters.': 'The title has at most 200 characters.',
  'The description has at most 2000 characters.': 'The description has at most 2000 characters.',
  'The old password is not correct.': 'The old password is not correct.',
  'This activation key is not valid or has expired.': 'This activation key is not valid or has expired.',
  'Your email cannot be your password. Choose another password.':
    'Your email cannot be your password. Choose another password.',
  'This password is one of the most common ones. Choose another password.':
    'This password is one of the most common ones. Choose another password.',
  'The maintenance cannot end before it starts.': 'The maintenance cannot end before it starts.',
  'url must be an http or https address without user name and password.':
    'url must be an http or https address without user name and password.',
} as const;
