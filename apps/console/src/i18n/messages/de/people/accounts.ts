import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/accounts.ts';

export const accountsText = {
  title: 'Konten',
  newAccount: 'Neues Konto',
  createTitle: 'Neues Konto anlegen',
  back: 'Zurück zu den Konten',
  noOwner: 'Kein Inhaber',
  details: 'Details',
  owner: 'Inhaber',
  updateOwner: 'Inhaber ändern',
  noUsers: 'Zu diesem Konto gehören noch keine Benutzer.',
  noUsersFound: 'Keine Benutzer gefunden.',
  created: 'Konto angelegt',
  updated: 'Konto geändert',
  deleted: 'Konto gelöscht',
  restored: 'Konto wiederhergestellt',
  ownerUpdated: 'Inhaber geändert',
  noneTitle: 'Noch keine Konten',
  noneHint: 'Ein Konto enthält die Benutzer, Schlagwörter und Lizenzen eines Kunden.',
  deletionTakes: 'Seine Benutzer können sich nicht mehr anmelden, und seine Lizenzen werden freigegeben.',
  firstAdministrator: 'Inhaber',
  ownerHint:
    'Der erste Administrator, der per E-Mail eingeladen wird. Lassen Sie das Feld leer, um den Inhaber später zu wählen.',
  restoreTitle: 'Konto wiederherstellen',
  restoreConflicts: 'Inzwischen ist vergeben, was dieses Konto hatte:',
  restoreRest: 'Das Übrige wiederherstellen',
  restoreRestHint: 'Die hier genannten Benutzer bleiben gelöscht. Alles andere wird wiederhergestellt.',
  anotherName: 'Anderer Name',
  anotherNumber: 'Andere Kundennummer',
  anotherNumberHint: 'Leer lassen für keine.',
  restoring: 'Wird wiederhergestellt …',
} satisfies Translation<typeof english.accountsText>;

export const accountStatusText = {
  deactivate: {
    title: 'Konto deaktivieren',
    body: 'Möchten Sie dieses Konto wirklich deaktivieren? Alle seine Benutzer werden abgemeldet, jede Lizenz, die sie nutzen, wird freigegeben, und niemand kann sich anmelden, bis das Konto wieder aktiviert wird.',
    confirm: 'Deaktivieren',
  },
  activate: {
    title: 'Konto aktivieren',
    body: 'Möchten Sie dieses Konto wirklich aktivieren? Seine Benutzer können sich anmelden und seine Lizenzen nutzen.',
    confirm: 'Aktivieren',
  },
} satisfies Translation<typeof english.accountStatusText>;
