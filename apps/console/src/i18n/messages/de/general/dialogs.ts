import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/dialogs.ts';

export const confirmText = {
  deleteTitle:
    '{item, select, account {Konto} addon {Erweiterung} application {Anwendung} license {Lizenz} pool {Pool} product {Produkt} serviceAccount {Dienstkonto} tag {Schlagwort} user {Benutzer} webhook {Webhook} other {{item}}} löschen',
  deleteNamed: '{name} löschen',
  deleteBody:
    'Möchten Sie {item, select, account {dieses Konto} addon {diese Erweiterung} application {diese Anwendung} license {diese Lizenz} pool {diesen Pool} product {dieses Produkt} serviceAccount {dieses Dienstkonto} tag {dieses Schlagwort} user {diesen Benutzer} webhook {diesen Webhook} other {{item}}} wirklich löschen?',
  delete: 'Löschen',
  deleting: 'Wird gelöscht …',
  keep: 'Nicht löschen',
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveBody: 'Ihre Änderungen sind nicht gespeichert.',
  leave: 'Verlassen',
  stay: 'Bleiben',
} satisfies Translation<typeof english.confirmText>;
