import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/directory.ts';

export const directoryText = {
  title: 'Verzeichnis',
  about:
    'Ein Verzeichnis wie Entra ID oder Okta legt die Personen dieses Kontos selbst an, ändert und entfernt sie (SCIM 2.0).',
  atDirectory: 'Das tragen Sie im Verzeichnis ein',
  address: 'Adresse',
  token: 'Token',
  tokenHint: 'Eines Dienstkontos mit der Berechtigung iam:Directory.',
  toServiceAccounts: 'Zu den Dienstkonten',
  noneTitle: 'Noch kein Verzeichnis',
  noneHint: 'Verbinden Sie Ihres: Sie bekommen eine Adresse und ein Token, die Sie dort eintragen.',
  connectOne: 'Verzeichnis verbinden',
  connect: 'Verbinden',
  tokenFailed:
    'Das Dienstkonto {name} wurde angelegt, sein Token nicht. Versuchen Sie es noch einmal: Das Dienstkonto wird nicht zweimal angelegt. {reason}',
  tokenOnce: 'Kopieren Sie jetzt beides, und tragen Sie es im Verzeichnis ein. Das Token wird nur jetzt gezeigt.',
  newTokenFor: 'Neues Token für {name}',
  users: 'Benutzer',
  groups: 'Schlagwörter',
  lastChange: 'Letzte Änderung',
  lastRequest: 'Letzte Anfrage',
  never: 'Nie',
  failures: 'Was nicht ging',
  noFailures: 'Nichts wurde abgelehnt.',
  managed: 'Verzeichnis',
  managedUser:
    'Ein Verzeichnis verwaltet diesen Benutzer. Was es mitgeteilt hat, ist hier nur zu lesen: Ändern Sie es dort.',
  managedTag: 'Ein Verzeichnis verwaltet dieses Schlagwort. Es ist hier nur zu lesen: Ändern Sie es dort.',
} satisfies Translation<typeof english.directoryText>;
