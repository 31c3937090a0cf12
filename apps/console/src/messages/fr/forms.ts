import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/forms.ts';

export const formText = {
  create: 'Créer',
  creating: 'Création…',
  update: 'Modifier',
  updating: 'Modification…',
  cancel: 'Annuler',
  discard: 'Abandonner les modifications',
  changedElsewhere: 'Ceci a été modifié ailleurs pendant votre saisie.',
  saveAgain: 'Votre saisie n’en est pas affectée. Enregistrez encore une fois pour conserver vos modifications.',
  loadCurrent: 'Afficher la version actuelle',
  mine: 'Votre valeur',
  theirs: 'Autre valeur',
  keep: 'Garder la mienne',
  take: 'Prendre l’autre',
  choose: 'Quelqu’un d’autre l’a aussi modifié. Choisissez ce qui doit être conservé.',
  gone: 'Ceci n’existe plus : quelqu’un l’a supprimé entre-temps.',
  goneTitle:
    '{item, select, account {Ce compte a été supprimé} license {Cette licence a été supprimée} tag {Cette étiquette a été supprimée} user {Cet utilisateur a été supprimé} webhook {Ce webhook a été supprimé} other {{item}}}',
  goneBody: 'Quelqu’un l’a supprimé entre-temps. Ce qui est affiché ici ne peut plus être enregistré.',
  tryAgain: 'Réessayer',
  close: 'Fermer',
} satisfies Translation<typeof english.formText>;
