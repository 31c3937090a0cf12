import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/webhooks.ts';

export const webhooksText = {
  title: 'Webhooks',
  back: 'Zurück zu den Webhooks',
  newWebhook: 'Neuer Webhook',
  createTitle: 'Neuen Webhook anlegen',
  urlHint: 'Beginnt mit https:// und ist aus dem Internet erreichbar.',
  events: 'Ereignisse',
  allEvents: 'Alle Ereignisse',
  everyAccount: 'Ereignisse aller Konten',
  everyAccountHint: 'Nicht nur, was im Konto des Anbieters geschieht.',
  everyAccountBadge: 'Alle Konten',
  state: 'Status',
  states: { on: 'Aktiv', failing: 'Gestört', paused: 'Angehalten' },
  failures: '{count, number} hintereinander fehlgeschlagen',
  details: 'Details',
  deliveries: 'Zustellungen',
  secret: 'Signaturschlüssel',
  pause: {
    title: 'Webhook anhalten',
    body: 'Möchten Sie diesen Webhook wirklich anhalten? Ihm wird nichts gesendet, bis er fortgesetzt wird, und was inzwischen geschieht, wird nicht für ihn aufbewahrt.',
    confirm: 'Anhalten',
  },
  resume: {
    title: 'Webhook fortsetzen',
    body: 'Möchten Sie diesen Webhook wirklich fortsetzen? Er erhält, was von jetzt an geschieht.',
    confirm: 'Fortsetzen',
  },
  test: 'Testereignis senden',
  testSent: 'Testereignis eingereiht',
  paused: 'Webhook angehalten',
  resumed: 'Webhook fortgesetzt',
  created: 'Webhook angelegt',
  updated: 'Webhook geändert',
  deleted: 'Webhook gelöscht',
  deletionTakes: 'Er erhält keine Ereignisse mehr, und seine Zustellungen werden gelöscht.',
  pausedNote:
    'Solange ein Webhook angehalten ist, wird ihm nichts gesendet, und was inzwischen geschieht, wird nicht für ihn aufbewahrt.',
  noneTitle: 'Noch keine Webhooks',
  noneHint:
    'Ein Webhook meldet einem anderen System, wenn jemand eine Lizenz nutzt, zurückgibt oder nicht bekommt und wenn eine ausgestellt wird oder bald endet.',
  secretTitle: 'Signaturschlüssel',
  secretOnce:
    'Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt. Wer die Ereignisse empfängt, prüft damit ihre Signatur.',
  secretAbout:
    'Jede Zustellung wird nach dem Verfahren „Standard Webhooks“ signiert, damit der Empfänger weiß, dass sie von hier kommt. Der Schlüssel wurde bei seiner Erzeugung angezeigt und kann nicht noch einmal angezeigt werden.',
  copySecret: 'Schlüssel kopieren',
  done: 'Fertig',
  renew: 'Neuen Schlüssel erzeugen',
  renewBody:
    'Möchten Sie wirklich einen neuen Schlüssel erzeugen? Einen Tag lang werden Zustellungen auch mit dem alten signiert, damit der Empfänger Zeit zum Wechseln hat.',
  renewConfirm: 'Neuen Schlüssel erzeugen',
} satisfies Translation<typeof english.webhooksText>;

export const deliveriesText = {
  event: 'Ereignis',
  attempts: 'Versuche',
  answer: 'Antwort',
  noAnswer: 'Noch keine',
  failures: {
    'private-address': 'Die Adresse liegt nicht im offenen Internet.',
    'unknown-host': 'Es gibt keinen Host dieses Namens.',
    'connection-refused': 'Der Host lehnt Verbindungen an diesem Port ab.',
    'connection-reset': 'Der Host brach die Verbindung ab.',
    'host-unreachable': 'Der Host ist nicht erreichbar.',
    'untrusted-certificate': 'Dem Zertifikat des Hosts wird nicht vertraut.',
    'no-https': 'Der Host antwortet an diesem Port nicht über https.',
    timeout: 'Es kam nicht rechtzeitig eine Antwort.',
    'connection-failed': 'Die Verbindung kam nicht zustande.',
    redirect:
      'Die Adresse antwortete {status}: Umleitungen wird nicht gefolgt. Geben Sie die Adresse ein, zu der sie führt.',
    gone: 'Die Adresse antwortete {status} Gone und erfährt nichts mehr, bis der Webhook fortgesetzt wird.',
    'error-status': 'Die Adresse antwortete {status}.',
    'not-attempted': 'Es gab rechtzeitig keinen Zustellversuch.',
  },
  created: 'Erzeugt',
  lastTry: 'Letzter Versuch',
  nextTry: 'Nächster Versuch',
  id: 'ID',
  body: 'Inhalt',
  title: 'Zustellung',
  show: '{event} anzeigen',
  resend: '{event} erneut senden',
  resendOne: 'Erneut senden',
  resending: 'Wird gesendet …',
  resent: 'Zustellung erneut eingereiht',
  noneTitle: 'Noch nichts gesendet',
  noneHint: 'Was der Adresse gemeldet wird, erscheint hier 30 Tage lang mit ihrer Antwort.',
} satisfies Translation<typeof english.deliveriesText>;

export const eventText = {
  'license.consumed': 'Jemand beginnt, eine Lizenz zu nutzen',
  'license.released': 'Eine Lizenz wird zurückgegeben, oder ihr Benutzer wird abgemeldet',
  'license.lapsed': 'Ein Gerät, das eine Lizenz nutzt, gibt kein Lebenszeichen mehr',
  'license.denied': 'Jemand fordert eine Lizenz an und bekommt keine',
  'license.issued': 'Dem Konto wird eine Lizenz ausgestellt',
  'license.status-changed': 'Eine Lizenz wird gesperrt, entsperrt oder läuft ab',
  'license.expiring': 'Eine Lizenz endet innerhalb von 14 Tagen',
  'pool.overdraft': 'In einem Pool wird ein Platz über die gekauften hinaus genutzt',
} satisfies Translation<typeof english.eventText>;
