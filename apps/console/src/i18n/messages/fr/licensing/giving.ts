import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/licensing/giving.ts';

export const givingText = {
  giveTitle: 'Donner une licence',
  title: 'Donner une licence à {count, plural, one {# personne} other {# personnes}}',
  titleOf: 'Donner une licence à {name}',
  what: 'Produit ou pool',
  poolOf: 'Pool {pool} ({product})',
  nothingHere: 'Ce compte n’a pas encore de licences.',
  noneFound: 'Aucun résultat.',
  choose: 'Choisissez un produit',
  plan: '{people, plural, one {# personne} other {# personnes}}, libres : {free, number}{has, plural, =0 {} one { ; # en a déjà une} other { ; # en ont déjà une}}{inactive, plural, =0 {} one { ; # est inactive et n’en reçoit pas} other { ; # sont inactives et n’en reçoivent pas}}{short, plural, =0 {} one { ; il n’en reste pas pour #} other { ; il n’en reste pas pour #}}.',
  poolPlan:
    '{people, plural, one {# personne peut} other {# personnes peuvent}} utiliser le pool de {seats, plural, one {# place} other {# places}}{has, plural, =0 {} one { ; # le peut déjà} other { ; # le peuvent déjà}}.',
  give: '{count, plural, one {Donner # licence} other {Donner # licences}}',
  giving: 'En cours…',
  nothingToGive: 'Rien à donner',
  progress: '{done, number} sur {all, number}',
  stop: 'Arrêter',
  stopped: 'Arrêté avant son tour. Donnez encore une fois pour continuer.',
  isInactive: 'Cette personne est inactive. Activez-la d’abord.',
  noneLeft: 'Il ne reste aucune licence à donner.',
  given: '{count, plural, one {# licence donnée} other {# licences données}}',
  added: '{count, plural, one {# personne peut} other {# personnes peuvent}} désormais utiliser {pool}',
  taken: '{count, plural, one {Licence retirée} other {# licences retirées}}',
  take: 'Retirer',
  taking: 'Retrait…',
  takeNamed: 'Retirer {key}',
  takeTitle: 'Retirer {product}',
  takeBody:
    '{name} ne peut plus utiliser les licences de {product} qui lui sont réservées. Elles peuvent ensuite être données à d’autres.',
  takeUsed:
    '{name} utilise en ce moment une licence de {product} et sera déconnecté. Elle peut ensuite être donnée à d’autres.',
  now: 'Maintenant',
  why: 'Pourquoi',
  held: 'En cours d’utilisation',
  heldBy: 'Utilisée par {name}',
  fromPool: 'Pool : {pool}',
  noneTitle: 'Aucune licence pour cette personne',
  noneHint: '{name} ne peut encore utiliser aucune licence. Donnez-en une.',
} satisfies Translation<typeof english.givingText>;
