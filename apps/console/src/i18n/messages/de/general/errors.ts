import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/errors.ts';

export const errorText = {
  title: 'Es ist ein Fehler aufgetreten.',
  noAuthorization: 'Sie sind zu dieser Aktion nicht berechtigt.',
  authenticationRequired: 'Bitte melden Sie sich an.',
  unmapped: 'Produkt oder Erweiterung der Lizenz ist unbekannt',
  noAccess: 'Sie haben keinen Zugriff auf diese Seite.',
  notFoundTitle: 'Nicht gefunden',
  notFound: 'Diese Seite gibt es nicht.',
  oops: 'Hoppla!',
  unexpected: 'Es ist ein unerwarteter Fehler aufgetreten',
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  noAnswer:
    'Der Server hat nicht rechtzeitig geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  partNotFetched:
    'Ein Teil dieser Seite lässt sich nicht laden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
  noConfiguration: 'Der Server hat auf {address} nicht mit der Konfiguration der Konsole geantwortet.',
  notProven: 'Es wurde nichts geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
  missingParameter: '{name} fehlt in der Adresse',
  tokenNotString: 'Das Token ist kein Text',
  tokenPartMissing: 'Ein Teil des Tokens fehlt',
  tokenNotBase64: 'Das Token ist kein gültiges Base64',
  tokenNotJson: 'Das Token ist kein gültiges JSON',
} satisfies Translation<typeof english.errorText>;
