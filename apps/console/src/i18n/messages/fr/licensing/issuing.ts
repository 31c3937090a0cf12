import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/issuing.ts';

export const issuingText = {
  issueLicenses: 'Émettre des licences',
  issueAddons: 'Émettre des extensions',
  product: 'Produit',
  addon: 'Extension',
  type: 'Type',
  version: 'Version',
  labels: {
    ending: 'Fin',
    date: 'Date de fin',
    days: 'Jours après la première activation',
    maintenanceEnd: 'Maintenance jusqu’au',
  },
  never: 'Jamais',
  onDate: 'À une date',
  afterActivation: 'Quelques jours après la première activation',
  maintenanceHint: 'Sans date, il n’y a pas de maintenance. Elle commence aujourd’hui.',
  count: 'Nombre',
  noProducts: 'Le catalogue ne contient pas encore de produit.',
  noAddons: 'Le catalogue ne contient pas encore d’extension.',
  noneFound: 'Aucun résultat.',
  chooseProduct: 'Choisissez un produit',
  chooseAddon: 'Choisissez une extension',
  badCount: 'Saisissez un nombre entier de 1 à 1 000',
  badDays: 'Saisissez un nombre entier de jours, de 1 à 36 500',
  badDate: 'Choisissez une date',
  lastDay: 'Le dernier jour : il se termine à 23:59:59 UTC.',
  issue: 'Émettre',
  issuing: 'Émission…',
  licenses: 'Émet {count, plural, one {# licence} other {# licences}} ({type}) de {product} pour {account}.',
  addons: 'Émet {count, plural, one {# extension} other {# extensions}} ({type}) {addon} pour {account}.',
  neverEnds: '{count, plural, one {Elle ne se termine} other {Elles ne se terminent}} jamais.',
  endsOn: '{count, plural, one {Elle se termine} other {Elles se terminent}} le {date}.',
  expiredOn:
    '{count, plural, one {Elle se termine le {date} et est déjà expirée.} other {Elles se terminent le {date} et sont déjà expirées.}}',
  endsAfter:
    '{count, plural, one {Elle se termine} other {Chacune se termine}} {days, plural, one {# jour} other {# jours}} après sa première activation.',
  issuedLicenses: '{count, plural, one {# licence émise} other {# licences émises}}',
  issuedAddons: '{count, plural, one {# extension émise} other {# extensions émises}}',
  keys: 'Clés',
  copyKeys: 'Copier les clés',
  saveKeys: 'Enregistrer les clés en CSV',
  key: 'Clé',
  done: 'Terminé',
} satisfies Translation<typeof english.issuingText>;

export const termsText = {
  title: 'Validité',
  hint: 'Visible uniquement par les administrateurs root et système.',
  suspend: {
    title: 'Suspendre la licence',
    body: 'Voulez-vous vraiment suspendre cette licence ? Toute personne qui l’utilise est déconnectée et personne ne peut l’utiliser avant son rétablissement.',
    confirm: 'Suspendre',
  },
  resume: {
    title: 'Rétablir la licence',
    body: 'Voulez-vous vraiment rétablir cette licence ? Ses bénéficiaires peuvent l’utiliser à nouveau.',
    confirm: 'Rétablir',
  },
  change: 'Modifier les conditions',
  manyTitle: 'Modifier les conditions de {count, plural, one {# licence} other {# licences}}',
  keep: 'Comme maintenant',
  extend: 'Quelques jours plus tard',
  lastDayChoice: 'À une date',
  stays: 'Inchangé',
  extendsBy:
    '{count, plural, one {Elle se termine} other {Chacune se termine}} {days, plural, one {# jour} other {# jours}} plus tard.',
  endsOnLastDay: '{count, plural, one {Son} other {Leur}} dernier jour est le {date}.',
  endedWorksUntil: 'Terminée, utilisable jusqu’au {date}',
  graceHint: 'Combien de jours elle continue après sa fin, de 0 à 90.',
  badGrace: 'Saisissez un nombre entier de jours de 0 à 90',
  lastDay: 'Le dernier jour : elle se termine à 23:59:59 UTC.',
  labels: {
    extendDays: 'Jours plus tard',
    graceDays: 'Jours de grâce',
    type: 'Type',
    version: 'Version',
    maintenanceStart: 'Maintenance à partir du',
  },
  suspendMany: {
    title: 'Suspendre {count, plural, one {# licence} other {# licences}}',
    body: 'Voulez-vous vraiment suspendre {count, plural, one {# licence} other {# licences}} ? Les utilisateurs actuels sont déconnectés, et personne ne peut les utiliser avant leur reprise.',
    confirm: 'Suspendre',
  },
  resumeMany: {
    title: 'Rétablir {count, plural, one {# licence} other {# licences}}',
    body: 'Voulez-vous vraiment rétablir {count, plural, one {# licence} other {# licences}} ? Leurs bénéficiaires peuvent de nouveau les utiliser.',
    confirm: 'Rétablir',
  },
  save: 'Enregistrer',
  saving: 'Enregistrement…',
} satisfies Translation<typeof english.termsText>;

export const voidText = {
  title: 'Annuler la licence',
  body: 'Annulez une licence émise par erreur : plus personne ne peut l’utiliser, et ses extensions sont retirées. Elle peut être rétablie.',
  bodyInUse:
    'Cette licence est utilisée : la personne est déconnectée, et plus personne ne peut l’utiliser. Ses extensions sont retirées. Elle peut être rétablie.',
  confirm: 'Annuler la licence',
  busy: 'Annulation…',
  voided: 'Licence {key} annulée',
  restored: 'Licence rétablie',
} satisfies Translation<typeof english.voidText>;
