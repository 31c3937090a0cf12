import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/problems.ts';

export const problemText = {
  'account-inactive': 'Dieses Konto ist inaktiv.',
  'account-name-taken': 'Diesen Kontonamen gibt es schon.',
  'addon-elsewhere': 'Diese Erweiterung ist einer anderen Lizenz zugeordnet. Heben Sie die Zuordnung dort zuerst auf.',
  'already-activated': 'Dieser Benutzer ist schon aktiviert und kann sein Passwort selbst zurücksetzen.',
  busy: 'Der Server ist im Augenblick ausgelastet. Versuchen Sie es gleich noch einmal.',
  'database-away': 'Die Datenbank ist im Augenblick nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'deactivating-yourself': 'Sie können sich nicht selbst deaktivieren. Bitten Sie einen anderen Administrator darum.',
  'deleting-yourself': 'Sie können sich nicht selbst löschen. Bitten Sie einen anderen Administrator darum.',
  'email-taken': 'Diese E-Mail-Adresse gibt es schon.',
  forbidden: 'Sie sind zu dieser Aktion nicht berechtigt.',
  'in-use': 'Diese Lizenz ist in Nutzung. Geben Sie sie zuerst frei.',
  'not-found': 'Nicht gefunden',
  overloaded: 'Der Server ist im Augenblick ausgelastet. Versuchen Sie es gleich noch einmal.',
  stale: 'Jemand hat diese Daten inzwischen geändert. Laden Sie sie neu und wiederholen Sie Ihre Änderung.',
  stopping: 'Dieser Server wird gerade beendet. Verbinden Sie sich noch einmal.',
  'tag-name-taken': 'Dieses Schlagwort gibt es schon.',
  'token-expired': 'Die Anmeldung ist abgelaufen',
  'too-large': 'Die Daten sind größer als 1 MiB. Senden Sie weniger auf einmal.',
  'too-many-attempts': 'Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es später noch einmal.',
  'too-many-webhooks': 'Dieses Konto hat zu viele Webhooks. Löschen Sie zuerst einen.',
  unauthenticated: 'Bitte melden Sie sich an.',
  unexpected: 'Es ist ein unerwarteter Fehler aufgetreten',
  'user-inactive': 'Dieser Benutzer ist inaktiv.',
  'webhook-disabled': 'Dieser Webhook ist angehalten. Setzen Sie ihn zuerst fort.',
  'wrong-credentials': 'E-Mail oder Passwort ist falsch',
} satisfies Translation<typeof english.problemText>;

export const fieldProblemText = {
  'Empty name': 'Der Name fehlt',
  'Empty first name': 'Der Vorname fehlt',
  'Empty last name': 'Der Nachname fehlt',
  'Invalid email': 'Ungültige E-Mail-Adresse',
  'Password must have 8 or more characters': 'Das Passwort muss mindestens 8 Zeichen haben',
  'Password must have at most 1024 bytes': 'Das Passwort darf höchstens 1024 Bytes haben',
  'Password must not contain control characters': 'Das Passwort darf keine Steuerzeichen enthalten',
  'The name has at most 200 characters.': 'Der Name darf höchstens 200 Zeichen haben.',
  'The first name has at most 200 characters.': 'Der Vorname darf höchstens 200 Zeichen haben.',
  'The last name has at most 200 characters.': 'Der Nachname darf höchstens 200 Zeichen haben.',
  'The title has at most 200 characters.': 'Der Titel darf höchstens 200 Zeichen haben.',
  'The description has at most 2000 characters.': 'Die Beschreibung darf höchstens 2000 Zeichen haben.',
  'The old password is not correct.': 'Das alte Passwort ist falsch.',
  'This activation key is not valid or has expired.': 'Dieser Aktivierungsschlüssel ist ungültig oder abgelaufen.',
  'Your email cannot be your password. Choose another password.':
    'Ihre E-Mail-Adresse kann nicht Ihr Passwort sein. Wählen Sie ein anderes Passwort.',
  'This password is one of the most common ones. Choose another password.':
    'Dieses Passwort ist eines der am häufigsten verwendeten. Wählen Sie ein anderes Passwort.',
  'The maintenance cannot end before it starts.': 'Die Wartung kann nicht enden, bevor sie beginnt.',
  'url must be an http or https address without user name and password.':
    'Geben Sie eine http- oder https-Adresse ohne Benutzernamen und Passwort ein.',
} satisfies Translation<typeof english.fieldProblemText>;
