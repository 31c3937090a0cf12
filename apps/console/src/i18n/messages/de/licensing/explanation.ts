import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/explanation.ts';

export const whoText = {
  title: 'Wer kann diese Lizenz nutzen?',
  people:
    '{count, plural, =0 {Niemand kann sie nutzen.} one {# Person kann sie nutzen.} other {# Personen können sie nutzen, aber nicht gleichzeitig.}}',
  peopleAtLeast:
    '{count, plural, =0 {Niemand kann sie nutzen.} one {Mindestens # Person kann sie nutzen.} other {Mindestens # Personen können sie nutzen, aber nicht gleichzeitig.}}',
  afterActivation:
    '{count, plural, one {# weitere Person kommt hinzu, sobald sie ihren Zugang aktiviert hat.} other {# weitere Personen kommen hinzu, sobald sie ihren Zugang aktiviert haben.}}',
  showAll: 'Alle {count, number} anzeigen',
  notNow:
    'Solange die Lizenz {status, select, Active {aktiv} Expired {abgelaufen} Suspended {gesperrt} other {{status}}} ist, kann niemand sie nutzen.',
  notSaved: 'So wirkt sich Ihre Auswahl aus. Sie ist noch nicht gespeichert.',
} satisfies Translation<typeof english.whoText>;

export const whyText = {
  ask: 'Warum kann jemand sie (nicht) nutzen?',
  askAbout: 'Warum kann {name} eine Lizenz (nicht) nutzen?',
  asSaved: 'Die Antwort gilt für die gespeicherten Berechtigten.',
  person: 'Person',
  license: 'Lizenz',
  noLicenses: 'Dieses Konto hat keine Lizenzen.',
  noneFound: 'Keine Lizenzen gefunden.',
  allowed: 'Kann sie nutzen',
  denied: 'Kann sie nicht nutzen',
  decisive: 'Was ausschlaggebend war',
  nearMisses: 'Was beinahe zutraf',
  change: 'Was es ändern würde',
  statement: 'Regel {number}',
  allows: 'erlaubt es.',
  forbids: 'verbietet es.',
  otherEffect: 'hat die Wirkung „{effect}“, die weder erlaubt noch verbietet.',
  noStatement: 'Keine Regel der Richtlinie betrifft diese Person.',
  appliesToNoOne: 'nennt niemanden.',
  notNamed: 'nennt jemand anderen.',
  otherAction: 'betrifft andere Aktionen.',
  otherLicense: 'betrifft andere Lizenzen.',
  missingTags: 'verlangt Schlagwörter, die fehlen: {names}.',
  tags: 'Es geht um diese Schlagwörter: {names}.',
  changes: {
    'activate-account': 'Aktivieren Sie das Konto.',
    'activate-user': 'Der Benutzer muss aktiviert werden.',
    'resume-license': 'Entsperren Sie die Lizenz.',
    'renew-license': 'Verlängern Sie die abgelaufene Lizenz.',
    'remove-denial': 'Entfernen Sie die Regel der Richtlinie, die es diesem Benutzer verbietet.',
    'add-tags': 'Fügen Sie dem Benutzer die fehlenden Schlagwörter hinzu.',
    'name-user': 'Tragen Sie den Benutzer als Berechtigten der Lizenz ein.',
    'change-rules': 'Ändern Sie die Regeln des Pools, oder warten Sie, bis ein Platz frei wird.',
    'release-seat': 'Warten Sie, bis die Lizenz frei ist, oder geben Sie sie frei.',
    'wait-in-line': 'Sie ist für die erste Person in der Warteschlange reserviert. Die Person kann sich anstellen.',
    'issue-license': 'Stellen Sie dem Konto eine Lizenz dieses Produkts aus.',
  },
  layers: {
    account: 'Das Konto ist nicht aktiv.',
    user: 'Der Benutzer ist nicht aktiv.',
    license: 'Die Lizenz ist gesperrt oder abgelaufen, oder es gibt keine.',
    policy: 'Die Person gehört nicht zu den Berechtigten der Lizenz.',
    pool: 'Eine Regel des Pools lässt keinen weiteren Platz zu.',
    seat: 'Jemand nutzt sie gerade.',
  },
  kept: 'Sie ist für jemanden reserviert, der darauf wartet.',
  place: 'Wartet auf einen Platz, an Stelle {place, number} der Warteschlange.',
} satisfies Translation<typeof english.whyText>;
