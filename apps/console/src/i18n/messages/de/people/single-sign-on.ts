import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/single-sign-on.ts';

export const singleSignOnText = {
  title: 'Single Sign-on',
  about:
    'Die Personen dieses Kontos melden sich bei Ihrem eigenen Anbieter an, etwa Entra ID, Okta, Google Workspace oder Keycloak.',
  labels: {
    issuer: 'Aussteller (Issuer)',
    'client-id': 'Client-ID',
    'client-secret': 'Client-Geheimnis',
    'create-users': 'Personen hereinlassen, die niemand eingeladen hat',
    'default-roles': 'Rollen, die sie bekommen',
    'tags-claim': 'Claim mit den Schlagwörtern',
    'trust-provider-factor': 'Der zweite Faktor des Anbieters gilt auch hier',
  },
  later: 'Das folgt, sobald der Anbieter gespeichert ist.',
  updated: 'Single Sign-on gespeichert',
  atProvider: 'Das tragen Sie beim Anbieter ein',
  atProviderAbout: 'Legen Sie dieses Produkt dort als Web-Anwendung mit OpenID Connect an, mit diesen Adressen.',
  redirectAddress: 'Umleitungsadresse',
  logoutAddress: 'Adresse für Back-Channel-Logout',
  provider: '1. Anbieter',
  issuerHint: 'Die Adresse, unter der sich der Anbieter selbst nennt, etwa https://login.example.com.',
  badIssuer: 'Geben Sie die Adresse des Anbieters ein, etwa https://login.example.com.',
  clientIdHint: 'Der Anbieter vergibt sie, wenn Sie dieses Produkt dort anlegen.',
  emptyClientId: 'Geben Sie die Client-ID ein.',
  clientSecretHint: 'Es wird versiegelt aufbewahrt und nie wieder angezeigt.',
  clientSecretStays: 'Bleibt das Feld leer, gilt das gespeicherte weiter.',
  emptyClientSecret: 'Geben Sie das Client-Geheimnis dieses Anbieters ein.',
  relinks:
    'Beim Speichern werden alle Verknüpfungen mit dem Anbieter gelöst: Jede Person wird bei ihrem nächsten Single Sign-on neu verknüpft, über eine geprüfte E-Mail-Adresse einer nachgewiesenen Domain.',
  saveAndTest: 'Speichern und prüfen',
  test: 'Erneut prüfen',
  testing: 'Wird geprüft …',
  found: 'Der Anbieter antwortet',
  foundKeys: 'Er veröffentlicht {count, plural, one {# Schlüssel} other {# Schlüssel}} und signiert mit {algorithms}.',
  foundLogout: 'Wer sich dort abmeldet, wird auch hier abgemeldet.',
  foundNoLogout: 'Er meldet keine Abmeldungen: Sitzungen enden hier von selbst.',
  domains: '2. Domains',
  domainsAbout:
    'Wer eine E-Mail-Adresse einer nachgewiesenen Domain hat, gelangt mit „Weiter mit Single Sign-on“ zu Ihrem Anbieter.',
  domain: 'Domain',
  badDomain: 'Geben Sie eine Domain ein, etwa example.com.',
  addDomain: 'Domain hinzufügen',
  proven: 'Nachgewiesen',
  notProven: 'Noch nicht nachgewiesen',
  provenOn: 'Nachgewiesen',
  recordAbout:
    'Weisen Sie mit diesem TXT-Eintrag im DNS nach, dass die Domain Ihnen gehört. Es kann einige Stunden dauern, bis er zu sehen ist.',
  recordName: 'Name',
  recordValue: 'Wert',
  verify: 'Nachweis prüfen',
  verifying: 'Wird geprüft …',
  verified: '{name} ist nachgewiesen',
  vouch: 'Bürgen',
  vouchTitle: 'Für Domain bürgen',
  vouchBody:
    'Sind Sie sicher, dass {name} diesem Konto gehört? Wer eine E-Mail-Adresse davon hat, meldet sich dann beim Anbieter dieses Kontos an.',
  elsewhere:
    '{count, plural, one {# Person eines anderen Kontos hat} other {# Personen anderer Konten haben}} eine E-Mail-Adresse in {name}. Bitten Sie Ihren Anbieter, sie in dieses Konto zu verschieben.',
  elsewhereTitle: 'Personen in anderen Konten',
  elsewhereAbout:
    'Sie haben eine E-Mail-Adresse in einer nachgewiesenen Domain dieses Kontos. Verschieben Sie sie hierher: Sie behalten Namen, Passwort und zweite Faktoren und verlieren Rollen, Tags, Sitzungen und Lizenzen ihres Kontos.',
  move: 'Verschieben',
  moveNamed: '{name} verschieben',
  moveTitle: 'Benutzer verschieben',
  moveBody:
    'Möchten Sie {name} wirklich aus {account} in dieses Konto verschieben? Der Benutzer wird überall abgemeldet, und seine Rollen, Tags und Lizenzen dort enden.',
  moved: 'Benutzer verschoben',
  removeDomain: 'Entfernen',
  removeDomainNamed: '{name} entfernen',
  removeDomainTitle: 'Domain entfernen',
  removeDomainBody:
    'Möchten Sie {name} wirklich entfernen? Fügen Sie die Domain später wieder hinzu, ist sie neu nachzuweisen.',
  admission: '3. Wer hereindarf',
  createUsersHint: 'Sie werden mit der ersten Anmeldung zu Benutzern. Sonst kommen nur vorhandene Benutzer herein.',
  tagsClaimHint:
    'Mit jeder Anmeldung bekommen Benutzer die Schlagwörter, die der Claim nennt, und verlieren die anderen. Bleibt das Feld leer, ändert sich an Schlagwörtern nichts.',
  trustFactorHint: 'Wer dort einen gezeigt hat, wird hier nicht nach einem weiteren gefragt.',
  remove: 'Single Sign-on entfernen',
  removeTitle: 'Single Sign-on entfernen',
  removeBody:
    'Möchten Sie Single Sign-on wirklich entfernen? Die Personen melden sich wieder mit Passwörtern an, und wer sie beim Anbieter sind, wird vergessen.',
  removed: 'Single Sign-on entfernt',
  removedMeanwhile: 'Single Sign-on wurde inzwischen entfernt',
  removedTyped: 'Ihre Eingaben bleiben hier stehen, bis Sie sie verwerfen. Speichern lassen sie sich nicht mehr.',
} satisfies Translation<typeof english.singleSignOnText>;
