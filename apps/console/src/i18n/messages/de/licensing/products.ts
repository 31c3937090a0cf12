import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/products.ts';

export const productsText = {
  title: 'Produkte',
  back: 'Produkte',
  newOne: 'Neues Produkt',
  firstOne: 'Erstes Produkt anlegen',
  createTitle: 'Neues Produkt anlegen',
  created: 'Produkt angelegt',
  updated: 'Produkt geändert',
  deleted: 'Produkt gelöscht',
  deletionTakes: 'Nur ein Produkt, das nie ausgegeben wurde und keine Anwendungen hat, lässt sich löschen.',
  id: 'ID',
  idHint:
    'Kleinbuchstaben, Ziffern und Bindestriche. Sie ist Teil des Namens, der fest in der Anwendung steht, und lässt sich später nicht ändern.',
  rn: 'Ressourcenname des Produkts',
  shared: 'Geteilt',
  sharedLabel: 'Lizenzen dürfen geteilt werden',
  sharedHint:
    'Ein Konto mit einer Lizenz davon teilt: Es hat Schlagwörter, und seine Administratoren geben Lizenzen einem Benutzer, allen mit einem Schlagwort oder allen. Ohne geteiltes Produkt ist jede Lizenz für einen Benutzer mit Namen.',
  enforceVersion: 'Versionen ablehnen, die neuer als die Lizenz sind',
  enforceVersionHint:
    'Eine Anwendung, deren Version mit einer höheren Zahl beginnt als die ihrer Lizenz, kann sie nicht nutzen. Lizenzen ohne Version betrifft das nicht.',
  tokenAlgHint:
    'Der Name in den Reservierungstoken. Wählen Sie EdDSA nur, wenn eine Anwendung Ed25519 nicht lesen kann. Schlüssel und Signatur sind gleich.',
  retire: {
    title: 'Produkt einstellen',
    body: 'Möchten Sie dieses Produkt wirklich einstellen? Es kann nichts mehr davon ausgegeben werden. Ausgegebene Lizenzen gelten weiter.',
    confirm: 'Einstellen',
  },
  activate: {
    title: 'Produkt aktivieren',
    body: 'Möchten Sie dieses Produkt wirklich aktivieren? Lizenzen davon können wieder ausgegeben werden.',
    confirm: 'Aktivieren',
  },
  noneTitle: 'Noch keine Produkte',
  noneHint: 'Für ein Produkt werden Lizenzen ausgegeben: ein Programm oder mehrere, die zusammen verkauft werden.',
} satisfies Translation<typeof english.productsText>;

export const issuedText = {
  issued: 'Ausgegeben',
  inAccounts:
    '{licenses, plural, one {# Lizenz} other {# Lizenzen}} in {accounts, plural, one {# Konto} other {# Konten}}',
  none: 'Keine',
} satisfies Translation<typeof english.issuedText>;
