import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/accounts.ts';

export const accountsText = {
  title: 'Comptes',
  newAccount: 'Nouveau compte',
  createTitle: 'Créer un compte',
  back: 'Retour aux comptes',
  noOwner: 'Sans propriétaire',
  details: 'Détails',
  owner: 'Propriétaire',
  updateOwner: 'Modifier le propriétaire',
  noUsers: 'Aucun utilisateur n’appartient encore à ce compte.',
  noUsersFound: 'Aucun utilisateur trouvé.',
  created: 'Compte créé',
  updated: 'Compte modifié',
  deleted: 'Compte supprimé',
  restored: 'Compte restauré',
  ownerUpdated: 'Propriétaire modifié',
  noneTitle: 'Aucun compte pour le moment',
  noneHint: 'Un compte contient les utilisateurs, les étiquettes et les licences d’un client.',
  deletionTakes: 'Ses utilisateurs ne peuvent plus se connecter et ses licences sont libérées.',
  firstAdministrator: 'Propriétaire',
  ownerHint:
    'Le premier administrateur, qui reçoit une invitation par e-mail. Laissez le champ vide pour choisir le propriétaire plus tard.',
  restoreTitle: 'Restaurer le compte',
  restoreConflicts: 'Entre-temps, d’autres ont pris ce que ce compte avait :',
  restoreRest: 'Restaurer le reste',
  restoreRestHint: 'Les utilisateurs nommés ici restent supprimés. Tout le reste est restauré.',
  anotherName: 'Autre nom',
  anotherNumber: 'Autre numéro de client',
  anotherNumberHint: 'Laissez vide pour aucun.',
  restoring: 'Restauration…',
} satisfies Translation<typeof english.accountsText>;

export const accountStatusText = {
  deactivate: {
    title: 'Désactiver le compte',
    body: 'Voulez-vous vraiment désactiver ce compte ? Tous ses utilisateurs sont déconnectés, chaque licence qu’ils utilisent est libérée et personne ne peut se connecter avant que le compte soit réactivé.',
    confirm: 'Désactiver',
  },
  activate: {
    title: 'Activer le compte',
    body: 'Voulez-vous vraiment activer ce compte ? Ses utilisateurs peuvent se connecter et utiliser ses licences.',
    confirm: 'Activer',
  },
} satisfies Translation<typeof english.accountStatusText>;
