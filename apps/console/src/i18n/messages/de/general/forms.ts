import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/forms.ts';

export const formText = {
  create: 'Anlegen',
  creating: 'Wird angelegt …',
  update: 'Speichern',
  updating: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  discard: 'Änderungen verwerfen',
  changedElsewhere: 'Diese Daten wurden anderswo geändert, während Sie sie bearbeitet haben.',
  saveAgain: 'Ihre Eingaben sind davon nicht berührt. Speichern Sie noch einmal, um sie zu behalten.',
  loadCurrent: 'Aktuellen Stand anzeigen',
  mine: 'Ihr Wert',
  theirs: 'Anderer Wert',
  keep: 'Meinen behalten',
  take: 'Anderen übernehmen',
  choose: 'Jemand anders hat diesen Wert auch geändert. Wählen Sie, welcher gelten soll.',
  gone: 'Das gibt es nicht mehr: Inzwischen wurde es gelöscht.',
  goneTitle:
    '{item, select, account {Dieses Konto} addon {Diese Erweiterung} license {Diese Lizenz} pool {Dieser Pool} product {Dieses Produkt} serviceAccount {Dieses Dienstkonto} tag {Dieses Schlagwort} user {Dieser Benutzer} webhook {Dieser Webhook} other {{item}}} wurde gelöscht',
  goneBody: 'Jemand hat inzwischen gelöscht, was hier steht. Es kann nicht mehr gespeichert werden.',
  wholeDate: 'Geben Sie das ganze Datum ein',
  tryAgain: 'Erneut versuchen',
  close: 'Schließen',
} satisfies Translation<typeof english.formText>;
