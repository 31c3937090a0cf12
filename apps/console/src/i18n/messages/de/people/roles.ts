import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/roles.ts';

export const rolesText = { title: 'Rollen', none: 'Noch keine Rollen' } satisfies Translation<typeof english.rolesText>;

export const roleDescriptionText = {
  'Manages the users, tags and licenses of the account.':
    'Verwaltet die Benutzer, Schlagwörter und Lizenzen des Kontos.',
  'Manages the users, tags and licenses of every account.':
    'Verwaltet die Benutzer, Schlagwörter und Lizenzen aller Konten.',
  'Manages accounts, the catalogue and licenses of every account.':
    'Verwaltet Konten, den Katalog und die Lizenzen aller Konten.',
  'May do everything in every account.': 'Darf in allen Konten alles.',
} satisfies Translation<typeof english.roleDescriptionText>;
