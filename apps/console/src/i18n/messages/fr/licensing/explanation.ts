import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/explanation.ts';

export const whoText = {
  title: 'Qui peut utiliser cette licence ?',
  people:
    '{count, plural, =0 {Personne ne peut l’utiliser.} one {# personne peut l’utiliser, une seule à la fois.} other {# personnes peuvent l’utiliser, une seule à la fois.}}',
  peopleAtLeast:
    '{count, plural, =0 {Personne ne peut l’utiliser.} one {Au moins # personne peut l’utiliser, une seule à la fois.} other {Au moins # personnes peuvent l’utiliser, une seule à la fois.}}',
  afterActivation:
    '{count, plural, one {# autre personne le pourra une fois son accès activé.} other {# autres personnes le pourront une fois leur accès activé.}}',
  showAll: 'Tout afficher ({count, number})',
  notNow:
    'Tant que la licence est {status, select, Active {active} Expired {expirée} Suspended {suspendue} other {{status}}}, personne ne peut l’utiliser.',
  notSaved: 'Voici l’effet de votre choix. Il n’est pas encore enregistré.',
} satisfies Translation<typeof english.whoText>;

export const whyText = {
  ask: 'Pourquoi quelqu’un peut ou ne peut pas l’utiliser',
  askAbout: 'Pourquoi {name} peut ou ne peut pas utiliser une licence',
  asSaved: 'La réponse porte sur les bénéficiaires enregistrés.',
  person: 'Personne',
  license: 'Licence',
  noLicenses: 'Ce compte n’a pas de licence.',
  noneFound: 'Aucune licence trouvée.',
  allowed: 'Peut l’utiliser',
  denied: 'Ne peut pas l’utiliser',
  decisive: 'Ce qui a été décisif',
  nearMisses: 'Ce qui correspondait presque',
  change: 'Ce qui changerait la réponse',
  statement: 'La règle {number}',
  allows: 'le permet.',
  forbids: 'l’interdit.',
  otherEffect: 'a l’effet « {effect} », qui ne permet ni n’interdit.',
  noStatement: 'Aucune règle de la stratégie ne concerne cette personne.',
  appliesToNoOne: 'ne nomme personne.',
  notNamed: 'nomme quelqu’un d’autre.',
  otherAction: 'concerne d’autres actions.',
  otherLicense: 'concerne d’autres licences.',
  missingTags: 'exige des étiquettes manquantes : {names}.',
  tags: 'Il s’agit de ces étiquettes : {names}.',
  changes: {
    'activate-account': 'Activez le compte.',
    'activate-user': 'L’utilisateur doit être activé.',
    'resume-license': 'Rétablissez la licence.',
    'renew-license': 'Renouvelez la licence expirée.',
    'remove-denial': 'Retirez la règle de la stratégie qui l’interdit à cet utilisateur.',
    'add-tags': 'Ajoutez à l’utilisateur les étiquettes manquantes.',
    'name-user': 'Désignez l’utilisateur comme bénéficiaire de la licence.',
    'change-rules': 'Modifiez les règles du pool, ou attendez qu’une place soit rendue.',
    'release-seat': 'Attendez que la licence soit libre, ou libérez-la.',
    'wait-in-line': 'Elle est réservée à la première personne de la file. Cette personne peut se mettre dans la file.',
    'issue-license': 'Émettez une licence de ce produit pour le compte.',
  },
  layers: {
    account: 'Le compte n’est pas actif.',
    user: 'L’utilisateur n’est pas actif.',
    license: 'La licence est suspendue ou expirée, ou il n’y en a pas.',
    policy: 'Cette personne ne fait pas partie des bénéficiaires de la licence.',
    pool: 'Une règle du pool ne permet aucune place de plus.',
    seat: 'Quelqu’un l’utilise en ce moment.',
  },
  kept: 'Elle est réservée à quelqu’un qui l’attend.',
  place: 'Attend une place, au rang {place, number} de la file.',
} satisfies Translation<typeof english.whyText>;
