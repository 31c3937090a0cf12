import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/bulk.ts';

export const bulkText = {
  changeTags: 'Modifier les étiquettes',
  changeRoles: 'Modifier les rôles',
  deleteChosen: 'Supprimer la sélection',
  releaseChosen: 'Libérer la sélection',
  tags: {
    title: 'Modifier les étiquettes de {count, plural, one {# utilisateur} other {# utilisateurs}}',
    add: 'Étiquettes à ajouter',
    remove: 'Étiquettes à retirer',
  },
  roles: {
    title: 'Modifier les rôles de {count, plural, one {# utilisateur} other {# utilisateurs}}',
    add: 'Rôles à ajouter',
    remove: 'Rôles à retirer',
  },
  chooseSomething: 'Choisissez ce qui doit être ajouté ou retiré.',
  bothWays: 'Un même élément ne peut pas être à la fois ajouté et retiré.',
  apply: 'Appliquer',
  applying: 'Application…',
  deleteTitle: 'Supprimer {count, plural, one {# utilisateur} other {# utilisateurs}}',
  deleteBody: 'Voulez-vous vraiment supprimer {count, plural, one {# utilisateur} other {# utilisateurs}} ?',
  deleteTakes:
    'Ils sont déconnectés partout, et chaque licence qu’ils utilisent ou sont seuls à pouvoir utiliser est libérée.',
  keep: 'Ne pas supprimer',
  releaseTitle: 'Libérer {count, plural, one {# licence} other {# licences}}',
  releaseBody:
    'Voulez-vous vraiment libérer {count, plural, one {# licence} other {# licences}} ? Toute personne qui en utilise une est déconnectée.',
  release: 'Libérer',
  releasing: 'Libération…',
  usersUpdated: '{count, plural, one {# utilisateur modifié} other {# utilisateurs modifiés}}',
  usersDeleted: '{count, plural, one {# utilisateur supprimé} other {# utilisateurs supprimés}}',
  licensesReleased: '{count, plural, one {# licence libérée} other {# licences libérées}}',
  changeConsumers: 'Modifier les bénéficiaires',
  changeAddons: 'Modifier les extensions',
  more: 'Plus',
  chooseConsumers: 'Choisissez qui peut les utiliser.',
  consumersTitle: 'Modifier les bénéficiaires de {count, plural, one {# licence} other {# licences}}',
  consumersBody:
    '{count, plural, one {La personne qui utilise la licence maintenant est déconnectée si elle ne peut plus l’utiliser.} other {Les personnes qui utilisent maintenant une des # licences sont déconnectées si elles ne peuvent plus l’utiliser.}}',
  licensesUpdated: '{count, plural, one {# licence modifiée} other {# licences modifiées}}',
  addons: {
    title: 'Modifier les extensions de {count, plural, one {# licence} other {# licences}}',
    add: 'Extensions à attribuer',
    remove: 'Extensions à retirer',
  },
  reportTitle: 'Certains éléments n’ont pas pu être modifiés',
  report: 'Modifiés : {changed, number}, inchangés : {unchanged, number}, échecs : {failed, number}.',
  again: 'Réessayer pour {count, plural, one {# élément} other {# éléments}}',
  which: 'Élément',
  why: 'Motif',
  deactivate: 'Désactiver',
  activate: 'Activer',
  resend: 'Renvoyer les liens d’activation',
  deactivateTitle: 'Désactiver {count, plural, one {# utilisateur} other {# utilisateurs}}',
  deactivateTakes:
    'Ils sont déconnectés partout, chaque licence qu’ils utilisent est libérée, et ils ne peuvent plus se connecter avant d’être réactivés.',
  activateTitle: 'Activer {count, plural, one {# utilisateur} other {# utilisateurs}}',
  activateTakes: 'Ils peuvent se connecter à nouveau, avec le mot de passe qu’ils avaient.',
  resendTitle: 'Envoyer {count, plural, one {# lien d’activation} other {# liens d’activation}}',
  resendTakes:
    'Un e-mail avec un nouveau lien est envoyé à chacun de ceux qui n’ont pas encore activé leur compte. Les liens sont valables 30 jours, et les précédents ne fonctionnent plus.',
  resendConfirm: 'Envoyer les liens',
  linksSent: '{count, plural, one {# lien d’activation envoyé} other {# liens d’activation envoyés}}',
  working: 'En cours...',
} satisfies Translation<typeof english.bulkText>;
