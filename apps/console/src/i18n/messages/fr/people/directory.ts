import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/directory.ts';

export const directoryText = {
  title: 'Annuaire',
  about: 'Un annuaire comme Entra ID ou Okta crée, modifie et supprime lui-même les personnes de ce compte (SCIM 2.0).',
  atDirectory: 'À saisir dans votre annuaire',
  address: 'Adresse',
  token: 'Jeton',
  tokenHint: 'D’un compte de service avec l’autorisation iam:Directory.',
  toServiceAccounts: 'Vers les comptes de service',
  noneTitle: 'Pas encore d’annuaire',
  noneHint: 'Connectez le vôtre : vous obtenez une adresse et un jeton, à y saisir.',
  connectOne: 'Connecter un annuaire',
  connect: 'Connecter',
  tokenFailed:
    'Le compte de service {name} a été créé, mais pas son jeton. Réessayez : le compte de service n’est pas créé deux fois. {reason}',
  tokenOnce: 'Copiez les deux maintenant et saisissez-les dans votre annuaire. Le jeton n’est affiché que maintenant.',
  newTokenFor: 'Nouveau jeton pour {name}',
  users: 'Utilisateurs',
  groups: 'Étiquettes',
  lastChange: 'Dernière modification',
  lastRequest: 'Dernière requête',
  never: 'Jamais',
  failures: 'Ce qui a échoué',
  noFailures: 'Rien n’a été refusé.',
  managed: 'Annuaire',
  managedUser: 'Un annuaire gère cet utilisateur. Ce qu’il a transmis ne peut être que lu ici : modifiez-le là-bas.',
  managedTag: 'Un annuaire gère cette étiquette. Elle ne peut être que lue ici : modifiez-la là-bas.',
} satisfies Translation<typeof english.directoryText>;
