import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/forms.ts';

export const formText = {
  create: 'Anlegen',
  creating: 'Wird angelegt …',
  update: 'Ändern',
  updating: 'Wird geändert …',
  cancel: 'Abbrechen',
  discard: 'Änderungen verwerfen',
  changedElsewhere: 'Dies wurde anderswo geändert, während Sie es bearbeitet haben.',
  saveAgain: 'Ihre Eingaben sind davon nicht berührt. Speichern Sie noch einmal, um sie zu behalten.',
  loadCurrent: 'Aktuellen Stand anzeigen',
  mine: 'Ihr Wert',
  theirs: 'Anderer Wert',
  keep: 'Meinen behalten',
  take: 'Anderen übernehmen',
  choose: 'Jemand anders hat das auch geändert. Wählen Sie, was gelten soll.',
  gone: 'Das gibt es nicht mehr: Jemand hat es inzwischen gelöscht.',
  goneTitle:
    '{item, select, account {Dieses Konto} license {Diese Lizenz} tag {Dieses Schlagwort} user {Dieser Benutzer} webhook {Dieser Webhook} other {{item}}} wurde gelöscht',
  goneBody: 'Jemand hat es inzwischen gelöscht. Was hier steht, kann nicht mehr gespeichert werden.',
  tryAgain: 'Noch einmal versuchen',
  close: 'Schließen',
} satisfies Translation<typeof english.formText>;
