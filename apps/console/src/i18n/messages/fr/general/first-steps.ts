import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/general/first-steps.ts';

export const firstStepsText = {
  title: 'Premiers pas',
  about: 'D’une installation vide au premier client qui travaille. Cette liste se termine d’elle-même.',
  secondFactor: 'Protéger votre accès par un second facteur',
  product: 'Créer un produit',
  application: 'Enregistrer l’application qui l’utilise',
  account: 'Créer le compte d’un client avec son propriétaire',
  licenses: 'Émettre des licences pour ce compte',
  use: 'Utiliser une licence : les premières lignes de votre application',
  begin: 'Commencer',
  done: 'Fait',
  lines: 'Premières lignes',
  language: 'Langage du SDK',
} satisfies Translation<typeof english.firstStepsText>;
