import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/issuing.ts';

export const issuingText = {
  issueLicenses: 'Lizenzen ausstellen',
  issueAddons: 'Erweiterungen ausstellen',
  product: 'Produkt',
  addon: 'Erweiterung',
  type: 'Art',
  version: 'Version',
  labels: {
    ending: 'Endet',
    date: 'Enddatum',
    days: 'Tage nach der ersten Aktivierung',
    maintenanceEnd: 'Wartung bis',
  },
  never: 'Nie',
  onDate: 'An einem Datum',
  afterActivation: 'Einige Tage nach der ersten Aktivierung',
  maintenanceHint: 'Ohne Datum gibt es keine Wartung. Sie beginnt heute.',
  count: 'Anzahl',
  noProducts: 'Der Katalog enthält noch keine Produkte.',
  noAddons: 'Der Katalog enthält noch keine Erweiterungen.',
  noneFound: 'Nichts gefunden.',
  chooseProduct: 'Wählen Sie ein Produkt',
  chooseAddon: 'Wählen Sie eine Erweiterung',
  badCount: 'Geben Sie eine ganze Zahl von 1 bis 1.000 ein',
  badDays: 'Geben Sie die Tage als ganze Zahl von 1 bis 36.500 ein',
  badDate: 'Wählen Sie ein Datum',
  issue: 'Ausstellen',
  issuing: 'Wird ausgestellt …',
  licenses: 'Stellt {count, plural, one {# Lizenz} other {# Lizenzen}} ({type}) von {product} für {account} aus.',
  addons: 'Stellt {count, plural, one {# Erweiterung} other {# Erweiterungen}} ({type}) {addon} für {account} aus.',
  neverEnds: '{count, plural, one {Sie endet} other {Sie enden}} nie.',
  endsOn: '{count, plural, one {Sie endet} other {Sie enden}} am {date}.',
  expiredOn:
    '{count, plural, one {Sie endet am {date} und ist} other {Sie enden am {date} und sind}} schon abgelaufen.',
  endsAfter:
    '{count, plural, one {Sie endet} other {Jede endet}} {days, plural, one {# Tag} other {# Tage}} nach ihrer ersten Aktivierung.',
  issuedLicenses: '{count, plural, one {# Lizenz} other {# Lizenzen}} ausgestellt',
  issuedAddons: '{count, plural, one {# Erweiterung} other {# Erweiterungen}} ausgestellt',
  keys: 'Schlüssel',
  copyKeys: 'Schlüssel kopieren',
  saveKeys: 'Schlüssel als CSV speichern',
  key: 'Schlüssel',
  done: 'Fertig',
} satisfies Translation<typeof english.issuingText>;

export const termsText = {
  title: 'Laufzeit',
  hint: 'Nur Root- und System-Administratoren sehen dies.',
  suspend: {
    title: 'Lizenz sperren',
    body: 'Möchten Sie diese Lizenz wirklich sperren? Wer sie nutzt, wird abgemeldet, und niemand kann sie nutzen, bis sie entsperrt wird.',
    confirm: 'Sperren',
  },
  resume: {
    title: 'Lizenz entsperren',
    body: 'Möchten Sie diese Lizenz wirklich entsperren? Ihre Berechtigten können sie wieder nutzen.',
    confirm: 'Entsperren',
  },
  change: 'Laufzeit ändern',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
} satisfies Translation<typeof english.termsText>;
