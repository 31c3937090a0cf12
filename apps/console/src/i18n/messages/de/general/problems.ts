import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/problems.ts';

export const problemText = {
  'account-inactive': 'Dieses Konto ist inaktiv.',
  'account-name-taken': 'Diesen Kontonamen gibt es schon.',
  'addon-assigned': 'Diese Erweiterung ist dieser Lizenz schon zugeordnet.',
  'addon-elsewhere': 'Diese Erweiterung ist einer anderen Lizenz zugeordnet. Heben Sie die Zuordnung dort zuerst auf.',
  'already-activated': 'Dieser Benutzer ist schon aktiviert und kann sein Passwort selbst zurücksetzen.',
  'already-asked': 'Vor Kurzem wurde schon gefragt. Fragen Sie später noch einmal.',
  'application-built-in': 'Diese Anwendung ist eingebaut. Sie kann nicht gelöscht werden.',
  'broken-off': 'Die Anfrage brach ab, bevor sie angekommen war.',
  busy: 'Der Server ist im Augenblick ausgelastet. Versuchen Sie es gleich noch einmal.',
  'challenge-ended': 'Diese Anmeldung ist beendet. Melden Sie sich noch einmal an.',
  'connection-closed': 'Die Verbindung wurde geschlossen.',
  'connection-missing': 'Richten Sie zuerst Single Sign-on ein: Sonst könnte sich ohne Passwort niemand anmelden.',
  copied:
    'Eine Kopie dieses Geräts nutzt diese Lizenz. Starten Sie die Anwendung neu, um sie stattdessen hier zu nutzen.',
  'database-away': 'Die Datenbank ist im Augenblick nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'deactivating-yourself': 'Sie können sich nicht selbst deaktivieren. Bitten Sie einen anderen Administrator darum.',
  'deleting-yourself': 'Sie können sich nicht selbst löschen. Bitten Sie einen anderen Administrator darum.',
  'device-decided': 'Dieser Code wurde schon beantwortet. Beginnen Sie auf dem Gerät neu.',
  'discovery-failed': 'Unter dieser Adresse antwortet kein Anbieter von OpenID Connect. Prüfen Sie den Aussteller.',
  'domain-not-looked-up': 'Das DNS hat für diese Domain nicht geantwortet. Versuchen Sie es in einigen Minuten erneut.',
  'domain-not-proven':
    'Diesen TXT-Eintrag gibt es noch nicht. Bis ein neuer Eintrag sichtbar ist, können einige Stunden vergehen.',
  'domain-taken': 'Diese Domain gehört zu einem anderen Konto.',
  'email-confirmed': 'Diese E-Mail-Adresse ist bereits bestätigt.',
  'email-domain-taken': 'Diese E-Mail-Adresse gehört zu einer anderen Organisation.',
  'email-taken': 'Diese E-Mail-Adresse gibt es schon.',
  'endpoint-missing': 'Der Anbieter nennt nicht alle seine Endpunkte.',
  'endpoint-not-public': 'Der Anbieter nennt einen Endpunkt, der keine https-Adresse im offenen Internet ist.',
  'epoch-stale': 'Diese Lizenz hat ein anderer Lauf der Anwendung übernommen.',
  'exceeds-rights': 'Sie können nicht mehr Rechte vergeben, als Sie haben.',
  'factor-required':
    'Dieses Konto verlangt einen zweiten Faktor, und dies ist der letzte. Fügen Sie zuerst einen anderen hinzu.',
  forbidden: 'Sie sind zu dieser Aktion nicht berechtigt.',
  'has-applications': 'Anwendungen gehören zu diesem Produkt. Löschen Sie diese zuerst.',
  'headers-too-large': 'Adresse und Kopfzeilen dieser Anfrage sind zusammen zu groß.',
  'id-taken': 'Diese ID ist schon vergeben. Wählen Sie eine andere.',
  'idempotency-key-in-progress': 'Dieselbe Anfrage wird noch bearbeitet. Versuchen Sie es gleich noch einmal.',
  'idempotency-key-used': 'Diese Anfrage wurde schon mit anderem Inhalt gesendet. Beginnen Sie noch einmal.',
  'in-use': 'Diese Lizenz ist in Nutzung. Geben Sie sie zuerst frei.',
  invalid: 'Eine Angabe fehlt oder ist nicht gültig.',
  'invalid-json': 'Die Daten der Anfrage sind kein gültiges JSON.',
  'invalid-length': 'Die Daten der Anfrage sind nicht so lang wie angekündigt.',
  'invalid-request': 'Diese Anfrage ist für diesen Server kein gültiges HTTP.',
  'invalid-url': 'Diese Adresse ist keine gültige URL.',
  'is-owner': 'Der Inhaber eines Kontos kann nicht verschoben werden. Machen Sie zuerst jemand anderen zum Inhaber.',
  'issuer-differs':
    'Der Anbieter nennt sich anders. Geben Sie als Aussteller genau die Adresse ein, mit der er sich nennt.',
  'issuer-not-public': 'Der Aussteller muss eine https-Adresse im offenen Internet sein.',
  'keys-not-read': 'Die Schlüssel des Anbieters lassen sich nicht lesen.',
  'last-administrator':
    'Das ist die letzte Person des Kontos, die Benutzer ändern darf. Geben Sie dieses Recht zuerst jemand anderem.',
  'last-root-administrator':
    'Dies ist der letzte Root-Administrator. Geben Sie diese Rolle zuerst jemand anderem, bevor Sie das ändern.',
  'lease-lapsed': 'Die Zeit dieser Nutzung ist um. Nehmen Sie die Lizenz neu in Nutzung, um weiterzuarbeiten.',
  'lease-offline': 'Diese Lizenz wird offline genutzt. Geben Sie sie zurück, bevor Sie sie online nutzen.',
  'lease-released': 'Diese Lizenz wurde freigegeben.',
  'license-expired': 'Die Lizenz ist abgelaufen. Bitten Sie Ihren Administrator, sie zu verlängern.',
  'license-suspended': 'Die Lizenz ist gesperrt. Fragen Sie Ihren Administrator, was zu tun ist.',
  'managed-by-directory': 'Ein Verzeichnis verwaltet dies. Ändern Sie es dort.',
  'maintenance-ended':
    'Die Wartung der Lizenz endete, bevor diese Version erschien. Nutzen Sie eine ältere Version, oder verlängern Sie sie.',
  'no-seat':
    'Alle Lizenzen dieses Produkts sind in Nutzung. Versuchen Sie es später noch einmal, oder bitten Sie Ihren Administrator um eine weitere.',
  'in-pool': 'Diese Lizenz gehört zu einem Pool, der entscheidet, wer sie nutzen darf.',
  'not-enough': 'Es gibt nicht genug Lizenzen. Wählen Sie weniger oder lassen Sie weitere ausstellen.',
  'pool-limit': 'Eine Regel des Pools lässt keinen weiteren Platz zu.',
  'pool-name-taken': 'Diesen Poolnamen gibt es bereits.',
  'pool-reserved': 'Die freien Plätze dieses Pools sind für andere reserviert. Versuchen Sie es später erneut.',
  'none-left':
    'Keine nicht zugeordnete Lizenz dieser Erweiterung ist übrig. Stellen Sie weitere aus, oder heben Sie eine Zuordnung auf.',
  'not-eligible': 'Keine Lizenz dieses Produkts ist für Sie freigegeben. Bitten Sie Ihren Administrator um eine.',
  'not-found': 'Nicht gefunden',
  'not-in-use': 'Diese Lizenz wird gerade nicht genutzt.',
  'not-invited': 'Sie wurden noch nicht eingeladen. Bitten Sie Ihren Administrator darum.',
  'not-offline': 'Diese Lizenz wird nicht offline genutzt. Geben Sie sie auf dem üblichen Weg zurück.',
  'not-released': 'Diese Lizenz wurde nicht freigegeben. Geben Sie sie auf dem üblichen Weg zurück.',
  offline: 'Diese Lizenz wird offline genutzt und ist nicht erreichbar, bevor sie zurück ist.',
  'other-address': 'Dieses Token gilt an dieser Adresse nicht.',
  'other-count': 'Inzwischen geht es um eine andere Anzahl. Sehen Sie die Liste an, und wählen Sie erneut aus.',
  'other-holder':
    'Inzwischen nutzt jemand anders diese Lizenz. Geben Sie sie noch einmal frei, wenn Sie diese Person abmelden möchten.',
  'outcome-unknown':
    'Die Verbindung brach beim Speichern ab. Sehen Sie nach, ob es gespeichert ist, bevor Sie es wiederholen.',
  overloaded: 'Der Server ist im Augenblick ausgelastet. Versuchen Sie es gleich noch einmal.',
  'passwords-off': 'Erlauben Sie zuerst die Anmeldung mit Passwort: Ohne beides könnte sich kaum jemand anmelden.',
  'proof-needed': 'Weisen Sie sich zuerst noch einmal aus.',
  'provider-account': 'Dies ist das Konto des Anbieters. Es kann weder deaktiviert noch gelöscht werden.',
  'provider-unavailable':
    'Der Anbieter Ihres Single Sign-on ist im Moment nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'release-pending':
    'Diese Lizenz wurde gerade freigegeben, und wer sie zuletzt nutzte, wird noch abgemeldet. Versuchen Sie es gleich noch einmal.',
  retired: 'Dies ist eingestellt. Wählen Sie etwas anderes, oder aktivieren Sie es wieder.',
  'secret-key-missing':
    'Dieser Server hat keinen Schlüssel für Geheimnisse. Bitten Sie seinen Betreiber, KEYHOLD_SECRET_KEYS zu setzen.',
  'service-account': 'Das können nur Menschen tun, kein Dienstkonto.',
  'sign-in-failed':
    'Single Sign-on ist fehlgeschlagen. Versuchen Sie es noch einmal; geschieht es wieder, findet Ihr Administrator den Grund im Protokoll.',
  'signature-not-accepted': 'Der Anbieter signiert ID-Token auf keine Weise, die hier angenommen wird.',
  'single-sign-on-only': 'Sie melden sich hier mit Single Sign-on an, nicht mit einem Passwort.',
  stale: 'Jemand hat diese Daten inzwischen geändert. Laden Sie sie neu und wiederholen Sie Ihre Änderung.',
  stopping: 'Dieser Server wird gerade beendet. Verbinden Sie sich noch einmal.',
  'tag-in-use': 'Lizenzen nennen dieses Schlagwort. Ändern Sie dort zuerst, wer sie nutzen darf.',
  'tag-name-taken': 'Dieses Schlagwort gibt es schon.',
  taken: 'Das ist bereits vergeben. Wählen Sie etwas anderes.',
  timeout: 'Die Anfrage kam nicht rechtzeitig an. Senden Sie sie noch einmal.',
  'token-expired': 'Die Anmeldung ist abgelaufen',
  'too-large': 'Die Daten sind größer als 1 MiB. Senden Sie weniger auf einmal.',
  'too-many-attempts': 'Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es später noch einmal.',
  'too-many-service-accounts': 'Ein Konto hat zu viele Dienstkonten. Löschen Sie zuerst eines.',
  'too-many-tokens': 'Ein Dienstkonto hat zu viele Token. Widerrufen Sie zuerst eines.',
  'too-many-factors': 'Sie haben zu viele Passkeys und Authenticator-Apps. Entfernen Sie zuerst eine davon.',
  'too-many-messages':
    'Für dieses Gerät warten bereits 100 Nachrichten. Senden Sie weitere, sobald es sie angezeigt hat.',
  'too-many-webhooks': 'Dieses Konto hat zu viele Webhooks. Löschen Sie zuerst einen.',
  unauthenticated: 'Bitte melden Sie sich an.',
  unexpected: 'Es ist ein unerwarteter Fehler aufgetreten',
  'unknown-field': 'Der Server kennt ein Feld dieser Anfrage nicht.',
  'unsupported-media-type': 'Senden Sie die Daten als JSON.',
  'user-inactive': 'Dieser Benutzer ist inaktiv.',
  'version-not-covered':
    'Die Lizenz gilt nicht für diese Version. Nutzen Sie eine ältere Version, oder bitten Sie Ihren Administrator um eine neuere Lizenz.',
  'was-issued': 'Davon wurden Lizenzen ausgestellt. Stellen Sie es stattdessen ein.',
  'webhook-disabled': 'Dieser Webhook ist angehalten. Setzen Sie ihn zuerst fort.',
  'wrong-code': 'Dieser Code ist nicht richtig.',
  'wrong-credentials': 'E-Mail oder Passwort ist falsch',
  'wrong-passkey': 'Dieser Passkey wurde nicht angenommen.',
} satisfies Translation<typeof english.problemText>;

export const fieldProblemText = {
  'There is no such user. Choose another one.': 'Diesen Benutzer gibt es nicht. Wählen Sie einen anderen.',
  'Empty name': 'Der Name fehlt',
  'Empty first name': 'Der Vorname fehlt',
  'Empty last name': 'Der Nachname fehlt',
  'Invalid email': 'Ungültige E-Mail-Adresse',
  'Password must have 8 or more characters': 'Das Passwort muss mindestens 8 Zeichen haben',
  'Password must have at most 1024 bytes': 'Das Passwort darf höchstens 1.024 Bytes haben',
  'Password must not contain control characters': 'Das Passwort darf keine Steuerzeichen enthalten',
  'An id is made of lower-case letters, digits and hyphens.':
    'Eine ID besteht aus Kleinbuchstaben, Ziffern und Bindestrichen.',
  'The old password is not correct.': 'Das alte Passwort ist falsch.',
  'This link is not valid or has expired.': 'Dieser Link ist ungültig oder abgelaufen.',
  'This activation key is not valid or has expired.': 'Dieser Aktivierungsschlüssel ist ungültig oder abgelaufen.',
  'Your email cannot be your password. Choose another password.':
    'Ihre E-Mail-Adresse kann nicht Ihr Passwort sein. Wählen Sie ein anderes Passwort.',
  'This password is one of the most common ones. Choose another password.':
    'Dieses Passwort ist eines der am häufigsten verwendeten. Wählen Sie ein anderes Passwort.',
  'No device shows this code, or not any more. Type what yours shows.':
    'Kein Gerät zeigt diesen Code, oder nicht mehr. Geben Sie ein, was Ihres zeigt.',
  'The maintenance cannot end before it starts.': 'Die Wartung kann nicht enden, bevor sie beginnt.',
  'This finds more than 10000. Narrow it down, and change them in several steps.':
    'Das findet mehr als 10.000. Grenzen Sie die Suche ein, und gehen Sie in mehreren Schritten vor.',
  'url must be an http or https address without user name and password.':
    'Geben Sie eine http- oder https-Adresse ohne Benutzernamen und Passwort ein.',
  'It has at most # characters.': 'Das dürfen höchstens # Zeichen sein.',
  'It must not contain control characters.': 'Steuerzeichen sind hier nicht erlaubt.',
  'Choose at least one event.': 'Wählen Sie mindestens ein Ereignis.',
  'This password is not correct.': 'Dieses Passwort ist falsch.',
  'Nobody uses this license any more.': 'Diese Lizenz nutzt niemand mehr.',
  'This passkey is in use already.': 'Diesen Passkey nutzen Sie schon.',
  'This date has passed. Choose one in the future.': 'Dieses Datum ist vorbei. Wählen Sie eines in der Zukunft.',
  'The issuer must be an https address on the open internet.':
    'Der Aussteller muss eine https-Adresse im offenen Internet sein.',
  'client-secret is missing: enter the one that this provider gave.':
    'Geben Sie das Client-Geheimnis dieses Anbieters ein.',
  'it has a character that cannot be read. Save the file as CSV in UTF-8.':
    'Ein Zeichen ist nicht lesbar. Speichern Sie die Datei als CSV in UTF-8.',
  'a quotation mark is not closed.': 'Ein Anführungszeichen ist nicht geschlossen.',
  'it has more cells than the heading.': 'Sie hat mehr Zellen als die Überschrift.',
  'the file is too large once it is unpacked.': 'Die Datei ist entpackt zu groß.',
  'the file is damaged. Save it again.': 'Die Datei ist beschädigt. Speichern Sie sie noch einmal.',
  'the file is empty.': 'Die Datei ist leer.',
} satisfies Translation<typeof english.fieldProblemText>;

export const problemDetailText = {
  'It is used in #.': 'Sie wird in # verwendet.',
  'The email is #.': 'Die E-Mail-Adresse ist #.',
} satisfies Translation<typeof english.problemDetailText>;

export const warningText = {
  'Activation links have ended, because the users have more rights now than those who issued the links. Send a new activation link.':
    'Aktivierungslinks gelten nicht mehr, weil die Benutzer jetzt mehr Rechte haben als jene, die die Links ausgestellt haben. Senden Sie einen neuen Aktivierungslink.',
  'More seats are in use than the rules allow now. Nobody loses a seat: rules bind new use only.':
    'Es sind mehr Plätze in Nutzung, als die Regeln jetzt erlauben. Niemand verliert seinen Platz: Regeln gelten nur für neue Nutzung.',
  'The activation link was sent anew, to the new email. The earlier links have ended.':
    'Der Aktivierungslink wurde erneut gesendet, an die neue E-Mail-Adresse. Die früheren Links gelten nicht mehr.',
} satisfies Translation<typeof english.warningText>;
