import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/licenses.ts';

export const licensesText = {
  title: 'Lizenzen',
  back: 'Zurück zu den Lizenzen',
  key: 'Schlüssel',
  copiedKey: 'Schlüssel',
  product: 'Produkt',
  type: 'Art',
  version: 'Version',
  expiry: 'Ablauf',
  maintenance: 'Wartung',
  consumers: 'Berechtigte',
  details: 'Details',
  addons: 'Erweiterungen',
  usage: 'Nutzung',
  none: 'Entfällt',
  unknown: 'Unbekannt',
  daysAfterActivation: '{days, plural, one {# Tag} other {# Tage}} nach der Aktivierung',
  endingWithin: 'Endet in den nächsten {days} Tagen',
  maintenanceTo: 'bis',
  rootAdminsOnly: 'Das dürfen nur Root-Administratoren.',
  notUsed: 'Diese Lizenz wird gerade nicht genutzt.',
  notGiven: 'Nicht angegeben',
  pool: 'Pool',
  everyPool: 'Mit und ohne Pool',
  inPool: 'Diese Lizenz gehört zum Pool {name}, der entscheidet, wer sie nutzen darf.',
  openPool: 'Pool öffnen',
  noneTitle: 'Noch keine Lizenzen',
  noneHint: 'Lizenzen erscheinen hier, sobald sie diesem Konto ausgestellt sind.',
  updated: 'Lizenz geändert',
  released: 'Lizenz freigegeben',
} satisfies Translation<typeof english.licensesText>;

export const consumersText = {
  consumer: 'Berechtigt ist',
  user: 'Welcher Benutzer',
  tags: 'Welche Schlagwörter',
  userIs: 'Benutzer: {email}',
  tagsAre: 'Schlagwörter: {names}',
  noUsers: 'Zu diesem Konto gehören noch keine Benutzer.',
  noTags: 'Zu diesem Konto gehören noch keine Schlagwörter.',
  update: 'Berechtigte ändern',
  updateBody: 'Möchten Sie die Berechtigten der Lizenz wirklich ändern? Die Lizenz wird dabei freigegeben.',
  updateConfirm: 'Ändern',
  updating: 'Wird geändert …',
  notOffered: 'Diese Berechtigten wurden nicht hier eingestellt. Eine Auswahl unten ersetzt sie.',
  release: 'Lizenz freigeben',
  releaseBody: 'Möchten Sie diese Lizenz wirklich freigeben? Wer sie gerade nutzt, wird abgemeldet.',
  releaseConfirm: 'Freigeben',
} satisfies Translation<typeof english.consumersText>;

export const offlineText = {
  offlineUntil: 'Offline bis {date}',
  offlineHint:
    'Diese Lizenz wurde zur Offline-Nutzung mitgenommen. Sie kann vom Gerät nicht zurückgerufen werden, das sie bis dahin ohne Verbindung nutzen darf.',
  freeNow: 'Jetzt freigeben',
  freeTitle: 'Diese Lizenz jetzt freigeben?',
  freeBody:
    'Andere können diese Lizenz sofort nutzen. Das Gerät ist nicht erreichbar: Bis {date} kann es die Lizenz ohne Verbindung weiter nutzen, sodass zwei sie gleichzeitig nutzen. Geben Sie sie frei, wenn das Gerät verloren ist oder nicht mehr genutzt wird.',
  freeConfirm: 'Jetzt freigeben',
} satisfies Translation<typeof english.offlineText>;

export const usageText = {
  user: 'Benutzer',
  'activation-date': 'Aktiviert am',
  'client-name': 'Anwendung',
  'client-version': 'Version der Anwendung',
  'device-id': 'Geräte-ID',
  'device-ip': 'IP des Geräts',
  'device-locale': 'Sprache des Geräts',
  'device-name': 'Gerätename',
  'device-os': 'Betriebssystem',
  'device-user': 'Benutzer des Geräts',
  'maintenance-status': 'Status der Wartung',
  'stream-id': 'Stream-ID',
  'subscription-status': 'Status des Abonnements',
} satisfies Translation<typeof english.usageText>;
