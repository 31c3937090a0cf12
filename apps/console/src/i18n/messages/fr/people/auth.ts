import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/auth.ts';

export const authText = {
  email: 'E-mail',
  password: 'Mot de passe',
  confirmPassword: 'Confirmer le mot de passe',
  logIn: 'Se connecter',
  loggingIn: 'Connexion…',
  forgotPassword: 'Mot de passe oublié ?',
  singleSignOn: 'Authentification unique (SSO)',
  singleSignOnUnknown: 'Il n’y a pas d’authentification unique pour {email}. Connectez-vous avec votre mot de passe.',
  singleSignOnFinishing: 'Connexion en cours…',
  singleSignOnTitle: 'Authentification unique',
  sessionExpired: 'Votre session a expiré. Veuillez vous reconnecter.',
  inputKept: 'Votre saisie est conservée. Connectez-vous pour continuer.',
  logInInNewTab: 'Se connecter dans un autre onglet, par exemple par authentification unique',
  leaveUnsaved: 'Quitter sans enregistrer',
  resetPassword: 'Réinitialiser le mot de passe',
  sending: 'Envoi…',
  resetDoneTitle: 'Demande acceptée',
  resetDone: 'Votre mot de passe va être réinitialisé. Vous recevrez bientôt un e-mail.',
  backToLogin: 'Retour à la connexion',
  activate: 'Activer',
  activating: 'Activation…',
  activateTitle: 'Activer votre accès',
  activateFor: 'Choisissez le mot de passe de {email} dans {account}.',
  activateOther:
    'Ce lien est destiné à {email} dans {account}. Vous êtes connecté en tant que {own} : choisir un mot de passe ici vous déconnecte.',
  noActivationKey: 'Il vous faut une clé d’activation pour accéder à cette page',
  confirmEmailTitle: 'Confirmer l’adresse e-mail',
  confirmEmail: 'Confirmer',
  confirmEmailAbout:
    'Confirmez que cette adresse est à vous. Dès lors, les liens de réinitialisation du mot de passe y sont envoyés.',
  emailConfirmed: 'Votre adresse e-mail est confirmée.',
  noConfirmationKey: 'Vous avez besoin du lien de l’e-mail pour accéder à cette page',
  oldPassword: 'Ancien mot de passe',
  newPassword: 'Nouveau mot de passe',
  updateAndLogOut: 'Enregistrer et se déconnecter',
  passwordNote: 'Vous devrez vous reconnecter après avoir modifié votre mot de passe.',
  profileNote: 'Vous devrez vous reconnecter après avoir modifié votre profil.',
  passwordUpdated: 'Mot de passe modifié',
} satisfies Translation<typeof english.authText>;

export const fieldText = {
  emptyPassword: 'Le mot de passe est obligatoire',
  passwordsDiffer: 'Les mots de passe ne sont pas identiques',
  emptyOldPassword: 'L’ancien mot de passe est obligatoire',
  emptyOwner: 'Choisissez un propriétaire',
  accountNameTaken: 'Ce nom de compte existe déjà.',
} satisfies Translation<typeof english.fieldText>;
