import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/users.ts';

export const usersText = {
  title: 'Benutzer',
  newUser: 'Neuer Benutzer',
  createTitle: 'Neuen Benutzer anlegen',
  back: 'Zurück zu den Benutzern',
  lastLogin: 'Letzte Anmeldung',
  lastPasswordChange: 'Letzte Passwortänderung',
  roles: 'Rollen',
  tags: 'Schlagwörter',
  owner: 'Inhaber',
  details: 'Details',
  use: 'Nutzung',
  resendTab: 'Aktivierungslink erneut senden',
  resend: 'Aktivierungslink erneut senden',
  sending: 'Wird gesendet …',
  noRoles: 'Es gibt keine Rollen zur Auswahl.',
  noTags: 'Es gibt keine Schlagwörter zur Auswahl.',
  noRolesFound: 'Keine Rollen gefunden.',
  noTagsFound: 'Keine Schlagwörter gefunden.',
  created: 'Benutzer angelegt. Ein Aktivierungslink wurde gesendet.',
  updated: 'Benutzer geändert',
  deleted: 'Benutzer gelöscht',
  restored: 'Benutzer wiederhergestellt',
  resent: 'Aktivierungslink erneut gesendet',
  notReturned: 'Der Server hat den Benutzer angelegt, aber nicht mit ihm geantwortet.',
  linkFailed: 'Der Benutzer wurde angelegt, aber beim Senden des Aktivierungslinks ist ein Fehler aufgetreten',
  rolesFailed:
    'Der Benutzer wurde angelegt und der Aktivierungslink gesendet, aber beim Hinzufügen der Rollen ist ein Fehler aufgetreten',
  none: 'Noch keine Benutzer',
  noneHint:
    'Legen Sie den ersten Benutzer an; er erhält eine E-Mail mit einem Link, über den er sein Passwort festlegt.',
  resendHint: 'Ein neuer Link geht an {email}. Er gilt 30 Tage, und früher gesendete Links werden ungültig.',
  lastInvitation: 'Letzte Einladung',
  invitation:
    '{status, select, waiting {Wartet auf den Versand} sent {Gesendet} other {Konnte nicht zugestellt werden}}',
  invitationReason: 'Grund: {reason}',
  invitationEnded: 'Grund: Der Link wurde vor dem Versand ungültig.',
  notDelivered: 'Nicht zugestellt',
  emailConfirmed: 'E-Mail-Adresse bestätigt',
  emailNotConfirmed: 'Noch nicht bestätigt',
  sendConfirmation: 'Bestätigungslink senden',
  confirmationSent: 'Bestätigungslink gesendet',
  unlinkAbout:
    'Wurde diese Person beim Anbieter neu angelegt, oder wird ihre Anmeldung abgelehnt, weil der Benutzer schon verknüpft ist, lösen Sie die Verknüpfung: Das nächste Single Sign-on verknüpft sie neu, über eine geprüfte E-Mail-Adresse einer nachgewiesenen Domain.',
  unlinkTitle: 'Verknüpfung lösen',
  unlinkBody:
    'Möchten Sie die Verknüpfung dieses Benutzers wirklich lösen? Wer sich als Nächstes beim Anbieter mit der geprüften E-Mail-Adresse dieses Benutzers anmeldet, wird mit ihm verknüpft. Bis dahin bleibt er angemeldet.',
  unlink: 'Lösen',
  unlinked: 'Verknüpfung gelöst',
  singleSignOn: 'Single Sign-on',
  deletionTakes:
    'Der Benutzer wird überall abgemeldet, und jede Lizenz, die er nutzt oder allein nutzen darf, wird freigegeben.',
} satisfies Translation<typeof english.usersText>;

export const userStatusText = {
  deactivate: {
    title: 'Benutzer deaktivieren',
    body: 'Möchten Sie diesen Benutzer wirklich deaktivieren? Er wird überall abgemeldet, jede Lizenz, die er nutzt, wird freigegeben, und er kann sich nicht anmelden, bis er wieder aktiviert wird.',
    confirm: 'Deaktivieren',
  },
  activate: {
    title: 'Benutzer aktivieren',
    body: 'Möchten Sie diesen Benutzer wirklich aktivieren? Er kann sich wieder mit seinem bisherigen Passwort anmelden.',
    confirm: 'Aktivieren',
  },
} satisfies Translation<typeof english.userStatusText>;
