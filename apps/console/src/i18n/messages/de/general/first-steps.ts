import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/first-steps.ts';

export const firstStepsText = {
  title: 'Erste Schritte',
  about: 'Von einer leeren Installation zum ersten Kunden, der arbeitet. Diese Liste endet von selbst.',
  secondFactor: 'Ihren Zugang mit einem zweiten Faktor schützen',
  product: 'Ein Produkt anlegen',
  application: 'Die Anwendung registrieren, die es nutzt',
  account: 'Das Konto eines Kunden mit seinem Inhaber anlegen',
  licenses: 'Diesem Konto Lizenzen ausgeben',
  use: 'Eine Lizenz nutzen: die ersten Zeilen Ihrer Anwendung',
  begin: 'Beginnen',
  done: 'Erledigt',
  lines: 'Erste Zeilen',
  language: 'Sprache des SDK',
} satisfies Translation<typeof english.firstStepsText>;
