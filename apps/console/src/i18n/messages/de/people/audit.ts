import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/audit.ts';

export const auditText = {
  title: 'Protokoll',
  about: 'Was Benutzer und Programme in diesem Konto geändert haben, das Neueste zuerst. Zeiten in UTC.',
  person: 'Benutzer',
  action: 'Aktion',
  noAction: 'Keine Aktion gefunden.',
  resource: 'Eintrag (Ressourcenname)',
  from: 'Von',
  to: 'Bis',
  everyAccount: 'Alle Konten',
  clear: 'Filter entfernen',
  noMatch: 'Kein Eintrag passt zu diesen Filtern.',
  saveCsv: 'Als CSV speichern',
  saveNdjson: 'Als NDJSON speichern',
  onlyThis: 'Nur Änderungen von {name}',
  kind: '{type, select, account {Konto} addon {Erweiterung} addonLicense {Erweiterungslizenz} application {Anwendung} license {Lizenz} pool {Pool} product {Produkt} role {Rolle} serviceAccount {Dienstkonto} session {Sitzung} tag {Schlagwort} user {Benutzer} webhook {Webhook} other {{type}}}',
} satisfies Translation<typeof english.auditText>;
