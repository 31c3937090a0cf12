import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/roles.ts';

export const rolesText = { title: 'Rôles', none: 'Aucun rôle pour le moment' } satisfies Translation<
  typeof english.rolesText
>;

export const roleDescriptionText = {
  'Manages the users, tags and licenses of the account.':
    'Gère les utilisateurs, les étiquettes et les licences du compte.',
  'Manages the users, tags and licenses of every account.':
    'Gère les utilisateurs, les étiquettes et les licences de tous les comptes.',
  'Manages accounts, the catalogue and licenses of every account.':
    'Gère les comptes, le catalogue et les licences de tous les comptes.',
  'May do everything in every account.': 'Peut tout faire dans tous les comptes.',
} satisfies Translation<typeof english.roleDescriptionText>;
