import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/forms.ts';

export const formText = {
  create: 'Créer',
  creating: 'Création…',
  update: 'Enregistrer',
  updating: 'Enregistrement…',
  cancel: 'Annuler',
  discard: 'Abandonner les modifications',
  changedElsewhere: 'Ces données ont été modifiées ailleurs pendant votre saisie.',
  saveAgain: 'Votre saisie n’en est pas affectée. Enregistrez encore une fois pour conserver vos modifications.',
  loadCurrent: 'Afficher la version actuelle',
  mine: 'Votre valeur',
  theirs: 'Autre valeur',
  keep: 'Garder la mienne',
  take: 'Prendre l’autre',
  choose: 'Quelqu’un d’autre a aussi modifié cette valeur. Choisissez celle à conserver.',
  gone: 'Cet élément n’existe plus : il a été supprimé entre-temps.',
  goneTitle:
    '{item, select, account {Ce compte a été supprimé} addon {Cette extension a été supprimée} license {Cette licence a été supprimée} pool {Ce pool a été supprimé} product {Ce produit a été supprimé} serviceAccount {Ce compte de service a été supprimé} tag {Cette étiquette a été supprimée} user {Cet utilisateur a été supprimé} webhook {Ce webhook a été supprimé} other {{item} a été supprimé}}',
  goneBody: 'Quelqu’un a supprimé entre-temps ce qui est affiché ici. L’enregistrement n’est plus possible.',
  wholeDate: 'Saisissez la date entière',
  tryAgain: 'Réessayer',
  close: 'Fermer',
} satisfies Translation<typeof english.formText>;
