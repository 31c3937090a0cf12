import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/welcome.ts';

export const welcomeText = {
  attention: 'Zu beachten',
  pendingUsers:
    '{count, plural, one {Person hat ihren Zugang noch nicht aktiviert} other {Personen haben ihren Zugang noch nicht aktiviert}}',
  endingLicenses:
    '{count, plural, one {Lizenz endet innerhalb von 30 Tagen} other {Lizenzen enden innerhalb von 30 Tagen}}',
  unassignedAddons: '{count, plural, one {Erweiterung hat keine Lizenz} other {Erweiterungen haben keine Lizenz}}',
  refused:
    '{count, plural, one {Person bekam in den letzten {days} Tagen keine Lizenz} other {Personen bekamen in den letzten {days} Tagen keine Lizenz}}',
  nobodyRefused: 'Wer eine Lizenz angefordert hat, hat eine bekommen.',
  nothingEnds: 'Keine Lizenz endet bald.',
  allActivated: 'Alle Eingeladenen haben ihren Zugang aktiviert.',
  allAssigned: 'Jede Erweiterung hat eine Lizenz.',
  inUse: 'Lizenzen in Nutzung',
  show: 'Nutzung',
  inUseOf: '{used, number} von {all, number} in Nutzung',
  peak: 'höchstens {peak, number} in {days} Tagen',
  noPeak: 'in {days} Tagen nicht genutzt',
  allAccounts: 'Alle Konten',
  ownAccount: 'Mein Konto',
  inUseEverywhere:
    '{count, plural, one {Lizenz ist} other {Lizenzen sind}} in {accounts, plural, one {# Konto} other {# Konten}} in Nutzung',
  nothingInUse: 'Gerade nutzt niemand eine Lizenz.',
  times: '{count, number}-mal',
  failing: '{count, plural, one {E-Mail oder Webhook ist gestört} other {E-Mails und Webhooks sind gestört}}',
  allSent: 'Alle E-Mails wurden gesendet.',
  mailsWait: '{count, plural, one {# E-Mail wartet} other {# E-Mails warten}}',
  mailsRefused: '{count, number} bisher abgelehnt',
  webhooks: '{count, plural, one {# Webhook} other {# Webhooks}}',
  paused: '{count, number} angehalten',
  deliveriesWait: '{count, plural, one {# Zustellung wartet} other {# Zustellungen warten}}',
  webhooksFail: '{count, plural, one {# Webhook ist gestört} other {# Webhooks sind gestört}}',
  ownLicenses: 'Lizenzen, die Sie nutzen dürfen',
  howToUse:
    'Melden Sie sich in der Anwendung mit Ihrer E-Mail-Adresse an; sie nimmt eine freie Lizenz und gibt sie beim Schließen zurück.',
  free: '{free, number} von {all, number} frei',
  heldByMe: 'Von Ihnen genutzt',
  usedOn: 'Sie nutzen sie auf {device}.',
  usedOnIn: 'Sie nutzen sie auf {device} in {application}.',
  someDevice: 'einem Gerät',
  hereInstead: 'Stattdessen hier nutzen',
  hereInsteadNamed: 'Stattdessen hier nutzen: {product} auf {device}',
  hereInsteadTitle: '{product} stattdessen hier nutzen?',
  hereInsteadBody:
    'Die Anwendung auf {device} speichert, und Sie werden dort abgemeldet. Starten Sie dann die Anwendung auf diesem Gerät: Sie nimmt die Lizenz, wenn niemand sonst darauf wartet.',
  usableHere: 'Die Lizenz ist frei. Starten Sie die Anwendung auf diesem Gerät.',
  usableSoon: 'Sie werden auf {device} abgemeldet. Starten Sie die Anwendung auf diesem Gerät in zwei Minuten.',
  noLicenses: 'Für Sie ist noch keine Lizenz freigeschaltet',
  noLicensesHint: 'Ihr Administrator entscheidet, wer welche Lizenz nutzen darf.',
} satisfies Translation<typeof english.welcomeText>;
