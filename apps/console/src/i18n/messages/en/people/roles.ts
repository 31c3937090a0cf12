/** Sentences of the roles screen. */
export const rolesText = { title: 'Roles', none: 'No roles yet' } as const;

/** The descriptions of the built-in roles. They are stored in English: the sentence is the id. */
export const roleDescriptionText = {
  'Manages the users, tags and licenses of the account.': 'Manages the users, tags and licenses of the account.',
  'Manages the users, tags and licenses of every account.': 'Manages the users, tags and licenses of every account.',
  'Manages accounts, the catalogue and licenses of every account.':
    'Manages accounts, the catalogue and licenses of every account.',
  'May do everything in every account.': 'May do everything in every account.',
} as const;
