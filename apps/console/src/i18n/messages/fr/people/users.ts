import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/users.ts';

export const usersText = {
  title: 'Utilisateurs',
  newUser: 'Nouvel utilisateur',
  createTitle: 'Créer un utilisateur',
  back: 'Retour aux utilisateurs',
  lastLogin: 'Dernière connexion',
  lastPasswordChange: 'Dernière modification du mot de passe',
  roles: 'Rôles',
  tags: 'Étiquettes',
  owner: 'Propriétaire',
  details: 'Détails',
  use: 'Utilisation',
  resendTab: 'Renvoyer le lien d’activation',
  resend: 'Renvoyer le lien d’activation',
  sending: 'Envoi…',
  noRoles: 'Il n’y a pas de rôle à choisir.',
  noTags: 'Il n’y a pas d’étiquette à choisir.',
  noRolesFound: 'Aucun rôle trouvé.',
  noTagsFound: 'Aucune étiquette trouvée.',
  created: 'Utilisateur créé. Un lien d’activation a été envoyé.',
  updated: 'Utilisateur modifié',
  deleted: 'Utilisateur supprimé',
  restored: 'Utilisateur restauré',
  resent: 'Lien d’activation renvoyé',
  notReturned: 'Le serveur a créé l’utilisateur, mais ne l’a pas renvoyé.',
  linkFailed: 'L’utilisateur a été créé, mais une erreur s’est produite lors de l’envoi du lien d’activation',
  rolesFailed:
    'L’utilisateur a été créé et le lien d’activation envoyé, mais une erreur s’est produite lors de l’ajout des rôles',
  none: 'Aucun utilisateur pour le moment',
  noneHint: 'Créez le premier utilisateur ; il reçoit un e-mail avec un lien pour définir son mot de passe.',
  resendHint:
    'Un nouveau lien est envoyé à {email}. Il est valable 30 jours, et les liens envoyés auparavant ne fonctionnent plus.',
  lastInvitation: 'Dernière invitation',
  invitation: '{status, select, waiting {En attente d’envoi} sent {Envoyée} other {N’a pas pu être remise}}',
  invitationReason: 'Motif : {reason}',
  invitationEnded: 'Motif : le lien a pris fin avant l’envoi.',
  notDelivered: 'Non remise',
  emailConfirmed: 'Adresse e-mail confirmée',
  emailNotConfirmed: 'Pas encore confirmée',
  sendConfirmation: 'Envoyer le lien de confirmation',
  confirmationSent: 'Lien de confirmation envoyé',
  unlinkAbout:
    'Si cette personne a été recréée chez le fournisseur, ou si sa connexion est refusée parce que l’utilisateur est déjà associé, dissociez-le : la prochaine authentification unique l’associe à nouveau, par une adresse e-mail vérifiée d’un domaine prouvé.',
  unlinkTitle: 'Dissocier du fournisseur',
  unlinkBody:
    'Voulez-vous vraiment dissocier cet utilisateur ? La prochaine personne qui se connecte chez le fournisseur avec l’adresse e-mail vérifiée de cet utilisateur lui est associée. Il reste connecté entre-temps.',
  unlink: 'Dissocier',
  unlinked: 'Utilisateur dissocié',
  singleSignOn: 'Authentification unique',
  deletionTakes:
    'L’utilisateur est déconnecté partout, et chaque licence qu’il utilise ou est seul à pouvoir utiliser est libérée.',
} satisfies Translation<typeof english.usersText>;

export const userStatusText = {
  deactivate: {
    title: 'Désactiver l’utilisateur',
    body: 'Voulez-vous vraiment désactiver cet utilisateur ? Il est déconnecté partout, chaque licence qu’il utilise est libérée et il ne peut pas se connecter avant d’être réactivé.',
    confirm: 'Désactiver',
  },
  activate: {
    title: 'Activer l’utilisateur',
    body: 'Voulez-vous vraiment activer cet utilisateur ? Il peut se connecter à nouveau avec le même mot de passe qu’avant.',
    confirm: 'Activer',
  },
} satisfies Translation<typeof english.userStatusText>;
