import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/problems.ts';

export const problemText = {
  'account-inactive': 'Ce compte est inactif.',
  'account-name-taken': 'Ce nom de compte existe déjà.',
  'addon-elsewhere': 'Cette extension est affectée à une autre licence. Retirez-la d’abord de celle-ci.',
  'already-activated': 'Cet utilisateur est déjà activé et peut réinitialiser lui-même son mot de passe.',
  busy: 'Le serveur est surchargé en ce moment. Réessayez dans un instant.',
  'database-away': 'La base de données est injoignable en ce moment. Réessayez dans un instant.',
  'deactivating-yourself': 'Vous ne pouvez pas vous désactiver vous-même. Demandez-le à un autre administrateur.',
  'deleting-yourself': 'Vous ne pouvez pas vous supprimer vous-même. Demandez-le à un autre administrateur.',
  'email-taken': 'Cette adresse e-mail existe déjà.',
  forbidden: 'Vous n’êtes pas autorisé à effectuer cette action.',
  'in-use': 'Cette licence est utilisée. Libérez-la d’abord.',
  'not-found': 'Introuvable',
  overloaded: 'Le serveur est surchargé en ce moment. Réessayez dans un instant.',
  stale: 'Quelqu’un a modifié ces données entre-temps. Rechargez-les et refaites votre modification.',
  stopping: 'Ce serveur est en cours d’arrêt. Reconnectez-vous.',
  'tag-name-taken': 'Cette étiquette existe déjà.',
  'token-expired': 'La session a expiré',
  'too-large': 'Les données dépassent 1 Mio. Envoyez-en moins à la fois.',
  'too-many-attempts': 'Trop de tentatives ont échoué. Réessayez plus tard.',
  'too-many-webhooks': 'Ce compte a trop de webhooks. Supprimez-en d’abord un.',
  unauthenticated: 'Veuillez vous connecter.',
  unexpected: 'Une erreur inattendue s’est produite',
  'user-inactive': 'Cet utilisateur est inactif.',
  'webhook-disabled': 'Ce webhook est en pause. Réactivez-le d’abord.',
  'wrong-credentials': 'Adresse e-mail ou mot de passe incorrect',
} satisfies Translation<typeof english.problemText>;

export const fieldProblemText = {
  'Empty name': 'Le nom est obligatoire',
  'Empty first name': 'Le prénom est obligatoire',
  'Empty last name': 'Le nom de famille est obligatoire',
  'Invalid email': 'Adresse e-mail non valide',
  'Password must have 8 or more characters': 'Le mot de passe doit comporter au moins 8 caractères',
  'Password must have at most 1024 bytes': 'Le mot de passe doit comporter au plus 1024 octets',
  'Password must not contain control characters': 'Le mot de passe ne doit pas contenir de caractères de contrôle',
  'The name has at most 200 characters.': 'Le nom doit comporter au plus 200 caractères.',
  'The first name has at most 200 characters.': 'Le prénom doit comporter au plus 200 caractères.',
  'The last name has at most 200 characters.': 'Le nom de famille doit comporter au plus 200 caractères.',
  'The title has at most 200 characters.': 'Le titre doit comporter au plus 200 caractères.',
  'The description has at most 2000 characters.': 'La description doit comporter au plus 2000 caractères.',
  'The old password is not correct.': 'L’ancien mot de passe est incorrect.',
  'This activation key is not valid or has expired.': 'Cette clé d’activation n’est pas valide ou a expiré.',
  'Your email cannot be your password. Choose another password.':
    'Votre adresse e-mail ne peut pas être votre mot de passe. Choisissez-en un autre.',
  'This password is one of the most common ones. Choose another password.':
    'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  'The maintenance cannot end before it starts.': 'La maintenance ne peut pas finir avant de commencer.',
  'url must be an http or https address without user name and password.':
    'Saisissez une adresse http ou https sans nom d’utilisateur ni mot de passe.',
} satisfies Translation<typeof english.fieldProblemText>;
