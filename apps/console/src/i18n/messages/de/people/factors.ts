import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/factors.ts';

export const factorsText = {
  title: 'Sicherheit',
  kinds: { passkey: 'Passkey', authenticator: 'Authenticator-App', 'recovery-codes': 'Wiederherstellungscodes' },
  panels: {
    passkey: {
      heading: 'Passkeys',
      about:
        'Mit einem Passkey melden Sie sich über Fingerabdruck, Gesicht oder Bildschirmsperre eines Geräts oder mit einem Sicherheitsschlüssel an: ohne Passwort, und niemand kann ihn abfangen.',
      none: 'Sie haben noch keinen Passkey.',
    },
    authenticator: {
      heading: 'Authenticator-App',
      about:
        'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen sechsstelligen Code. Sie geben ihn nach dem Passwort ein.',
      none: 'Sie haben noch keine Authenticator-App.',
    },
    'recovery-codes': {
      heading: 'Wiederherstellungscodes',
      about: 'Wenn Sie Ihr Gerät verlieren, kommen Sie mit einem Wiederherstellungscode hinein. Jeder gilt einmal.',
      none: 'Sie entstehen mit Ihrem ersten Passkey oder Ihrer Authenticator-App.',
    },
  },
  addPasskey: 'Passkey hinzufügen',
  passkeyAdded: 'Passkey hinzugefügt',
  addAuthenticator: 'Authenticator-App einrichten',
  authenticatorAdded: 'Authenticator-App hinzugefügt',
  scan: 'Scannen Sie diesen Code mit Ihrer Authenticator-App. Geben Sie dann den Code ein, den die App zeigt.',
  qrCode: 'QR-Code für die Authenticator-App',
  typeSecret: 'Wenn Sie ihn nicht scannen können, tippen Sie dies in die App:',
  secret: 'Schlüssel',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
  left: '{left, plural, =0 {Keiner ist übrig. Erstellen Sie neue.} one {# ist übrig.} other {# sind übrig.}}',
  renew: 'Neue Codes erstellen',
  renewTitle: 'Neue Wiederherstellungscodes erstellen',
  renewBody:
    'Möchten Sie wirklich zehn neue Wiederherstellungscodes erstellen? Ihre bisherigen gelten dann nicht mehr.',
  codesTitle: 'Ihre Wiederherstellungscodes',
  codesOnce:
    'Bewahren Sie diese Codes dort auf, wo Sie sie ohne dieses Gerät finden. Sie werden nur dieses eine Mal gezeigt.',
  codesFile: 'wiederherstellungscodes.txt',
  copyCodes: 'Kopieren',
  downloadCodes: 'Herunterladen',
  printCodes: 'Drucken',
  codesKept: 'Ich habe sie aufbewahrt',
  added: 'hinzugefügt',
  used: 'zuletzt verwendet',
  neverUsed: 'nie verwendet',
  rename: 'Umbenennen',
  renameNamed: '{name} umbenennen',
  renamed: 'Name geändert',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  removeTitle: '{kind, select, passkey {Passkey} other {Authenticator-App}} entfernen',
  removeBody: 'Möchten Sie „{name}“ wirklich entfernen? Sie können sich damit nicht mehr anmelden.',
  removeLast:
    'Es ist Ihr letzter zweiter Faktor: Ihre Wiederherstellungscodes werden mit entfernt, und nur noch Ihr Passwort schützt Sie.',
  removed: '{kind, select, passkey {Passkey} other {Authenticator-App}} entfernt',
  othersTitle: 'Zweite Faktoren',
  othersAbout: 'Womit sich dieser Benutzer neben dem Passwort anmeldet.',
  othersNone: 'Dieser Benutzer meldet sich nur mit dem Passwort an.',
  reset: 'Faktoren zurücksetzen',
  resetBody:
    'Möchten Sie wirklich alle Passkeys, Authenticator-Apps und Wiederherstellungscodes von {name} entfernen? Diese Person wird überall abgemeldet, erhält eine E-Mail und meldet sich dann nur mit dem Passwort an.',
  resetDone: 'Faktoren zurückgesetzt',
  code: 'Code',
  recoveryCode: 'Wiederherstellungscode',
  emptyCode: 'Geben Sie einen Code ein.',
  answers: {
    password: 'Geben Sie Ihr Passwort ein.',
    passkey: 'Bestätigen Sie mit Fingerabdruck, Gesicht, Bildschirmsperre oder Sicherheitsschlüssel.',
    authenticator: 'Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App zeigt.',
    'recovery-codes': 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Er gilt einmal.',
  },
  instead: {
    password: 'Stattdessen das Passwort verwenden',
    passkey: 'Stattdessen einen Passkey verwenden',
    authenticator: 'Stattdessen die Authenticator-App verwenden',
    'recovery-codes': 'Stattdessen einen Wiederherstellungscode verwenden',
  },
  byPasskey: 'Passkey verwenden',
  waitingForPasskey: 'Warten auf Ihren Passkey …',
  passkeyNotUsed: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  passkeyNotMade: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
  passkeyHere: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
  passkeyAddress:
    'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie die Konsole unter ihrer üblichen Adresse.',
  noPasskeySupport: 'Dieser Browser kann keine Passkeys verwenden.',
} satisfies Translation<typeof english.factorsText>;

export const challengeText = {
  title: 'Bestätigen Sie, dass Sie es sind',
  enrolTitle: 'Schützen Sie Ihren Zugang',
  enrolAbout:
    'Ihr Konto verlangt neben dem Passwort einen zweiten Faktor. Wählen Sie, was Sie von jetzt an verwenden möchten.',
  otherWay: 'Anderen Weg wählen',
  goOn: 'Weiter',
} satisfies Translation<typeof english.challengeText>;

export const proofText = {
  title: 'Bestätigen Sie, dass Sie es noch sind',
  about: 'Was Sie ändern möchten, schützt Ihren Zugang. Sie werden höchstens alle zehn Minuten gefragt.',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
} satisfies Translation<typeof english.proofText>;
