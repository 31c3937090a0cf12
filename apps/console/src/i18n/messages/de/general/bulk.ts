import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/bulk.ts';

export const bulkText = {
  changeTags: 'Schlagwörter ändern',
  changeRoles: 'Rollen ändern',
  deleteChosen: 'Ausgewählte löschen',
  releaseChosen: 'Ausgewählte freigeben',
  tags: {
    title: 'Schlagwörter von {count, plural, one {# Benutzer} other {# Benutzern}} ändern',
    add: 'Schlagwörter hinzufügen',
    remove: 'Schlagwörter entfernen',
  },
  roles: {
    title: 'Rollen von {count, plural, one {# Benutzer} other {# Benutzern}} ändern',
    add: 'Rollen hinzufügen',
    remove: 'Rollen entfernen',
  },
  chooseSomething: 'Wählen Sie, was hinzugefügt oder entfernt wird.',
  bothWays: 'Dasselbe kann nicht zugleich hinzugefügt und entfernt werden.',
  apply: 'Anwenden',
  applying: 'Wird angewendet …',
  deleteTitle: '{count, plural, other {# Benutzer}} löschen',
  deleteBody: 'Möchten Sie {count, plural, other {# Benutzer}} wirklich löschen?',
  deleteTakes:
    'Sie werden überall abgemeldet, und jede Lizenz, die sie nutzen oder allein nutzen dürfen, wird freigegeben.',
  keep: 'Nicht löschen',
  releaseTitle: '{count, plural, one {# Lizenz} other {# Lizenzen}} freigeben',
  releaseBody:
    'Möchten Sie {count, plural, one {# Lizenz} other {# Lizenzen}} wirklich freigeben? Wer eine davon nutzt, wird abgemeldet.',
  release: 'Freigeben',
  releasing: 'Wird freigegeben …',
  usersUpdated: '{count, plural, other {# Benutzer}} geändert',
  usersDeleted: '{count, plural, other {# Benutzer}} gelöscht',
  licensesReleased: '{count, plural, one {# Lizenz} other {# Lizenzen}} freigegeben',
  changeConsumers: 'Berechtigte ändern',
  changeAddons: 'Erweiterungen ändern',
  more: 'Mehr',
  chooseConsumers: 'Wählen Sie, wer sie nutzen darf.',
  consumersTitle: 'Berechtigte von {count, plural, one {# Lizenz} other {# Lizenzen}} ändern',
  consumersBody:
    '{count, plural, one {Wer die Lizenz jetzt nutzt, wird abgemeldet, wenn er sie nicht mehr nutzen darf.} other {Wer eine der # Lizenzen jetzt nutzt, wird abgemeldet, wenn er sie nicht mehr nutzen darf.}}',
  licensesUpdated: '{count, plural, one {# Lizenz} other {# Lizenzen}} geändert',
  addons: {
    title: 'Erweiterungen von {count, plural, one {# Lizenz} other {# Lizenzen}} ändern',
    add: 'Erweiterungen zuweisen',
    remove: 'Erweiterungen entziehen',
  },
  reportTitle: 'Einige konnten nicht geändert werden',
  report: '{changed, number} geändert, {unchanged, number} unverändert, {failed, number} fehlgeschlagen.',
  again: 'Für {count, plural, one {# Eintrag} other {# Einträge}} wiederholen',
  which: 'Eintrag',
  why: 'Grund',
  deactivate: 'Deaktivieren',
  activate: 'Aktivieren',
  resend: 'Aktivierungslinks erneut senden',
  deactivateTitle: '{count, plural, one {# Benutzer} other {# Benutzer}} deaktivieren',
  deactivateTakes:
    'Sie werden überall abgemeldet, jede Lizenz, die sie nutzen, wird freigegeben, und sie können sich nicht anmelden, bis sie wieder aktiviert werden.',
  activateTitle: '{count, plural, one {# Benutzer} other {# Benutzer}} aktivieren',
  activateTakes: 'Sie können sich wieder anmelden, mit dem Passwort, das sie hatten.',
  resendTitle: '{count, plural, one {# Aktivierungslink} other {# Aktivierungslinks}} senden',
  resendTakes:
    'Eine E-Mail mit einem neuen Link geht an alle, die noch nicht aktiviert haben. Die Links gelten 30 Tage, frühere gelten nicht mehr.',
  resendConfirm: 'Links senden',
  linksSent: '{count, plural, one {# Aktivierungslink} other {# Aktivierungslinks}} gesendet',
  working: 'Wird ausgeführt...',
} satisfies Translation<typeof english.bulkText>;
